import type { Fault } from '../core/errors.js';
import type { Rect } from '../core/geometry.js';
import type { Observation } from '../core/observation.js';
import type { Safety } from '../core/safety.js';
import type { Call, Usage } from '../models/model.js';
import type { ToolResult } from '../tools/tool.js';

export const runStatuses = ['done', 'failed', 'max_steps', 'limit', 'stuck', 'refused', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** How a run ended. */
export interface RunResult {
  id: string;
  task: string;
  model: string;
  status: RunStatus;
  /** True only when a check or the page itself bears the claim out. */
  verified: boolean;
  /** What was seen that speaks for or against the result. */
  evidence: string[];
  /** What the run was asked to find out, or a summary of what was done. */
  answer?: string;
  /** The answer as data, where there is some. */
  data?: unknown;
  /** Why it did not end with `done`. */
  reason?: string;
  error?: Fault;
  steps: number;
  usage: RunUsage;
  ms: number;
  url?: string;
  /** Where journal, pictures and report are; absent when nothing is kept. */
  folder?: string;
  report?: string;
}

export interface RunUsage extends Usage {
  modelCalls: number;
}

/** Adds what one reply used. */
export function addUsage(sum: RunUsage, usage: Usage | undefined): void {
  if (!usage) return;
  for (const [name, value] of Object.entries(usage) as [keyof Usage, number | undefined][])
    if (value !== undefined) sum[name] = (sum[name] ?? 0) + value;
}

/** Everything that happens in a run, in order. Progress lines, journal and report are made of these alone. */
export type RunEvent =
  | { type: 'run_started'; run: string; task: string; model: string; url?: string; limits: Record<string, number> }
  | { type: 'step_started'; step: number }
  | { type: 'observed'; step: number; ms: number; observation: Observation }
  /** Saved beside the journal. `target` is where the step's action went, in pixels of the screen. */
  | { type: 'picture'; step: number; when: 'before' | 'after'; file: string; screen: { width: number; height: number } }
  | {
      type: 'replied';
      step: number;
      ms: number;
      thought?: string;
      text?: string;
      calls: Call[];
      usage?: Usage;
      unreadable?: string;
      refusal?: string;
    }
  | { type: 'call_started'; step: number; call: Call; what: string }
  | {
      type: 'call_ended';
      step: number;
      call: Call;
      result: ToolResult;
      ms: number;
      settleMs?: number;
      /** What it was done to, as it was seen before. */
      target?: { element?: string; name?: string; bounds?: Rect; x?: number; y?: number };
    }
  | { type: 'call_skipped'; step: number; call: Call; why: string }
  | { type: 'approval_asked'; step: number; what: string; safety: Safety }
  | { type: 'approval_answered'; step: number; what: string; allowed: boolean; by: string }
  /** Something the model is told: it goes in circles, its reply could not be read, a limit is near. */
  | { type: 'note'; step: number; text: string }
  | { type: 'log'; step: number; text: string }
  | { type: 'step_ended'; step: number; ms: number }
  | { type: 'run_ended'; result: RunResult };
