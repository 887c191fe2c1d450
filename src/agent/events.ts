import type { Fault } from '../core/errors.js';
import type { ObservationFacts, PictureFacts } from '../core/events/event-facts.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Safety } from '../core/safety.js';
import type { Call, Reply, Usage } from '../models/model.js';
import type { ApprovalAnswer } from '../rails/approval.js';
import type { Tool, ToolResult } from '../tools/tool.js';
import type { ToolData, ToolInput, ToolName } from '../tools/tool-types.js';

export const runStatuses = ['done', 'failed', 'max_steps', 'limit', 'stuck', 'refused', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** How a run ended. */
export interface RunResult<Data = unknown> {
  id: string;
  task: string;
  model: string;
  status: RunStatus;
  /** True only when a check or the page itself confirms the result. */
  verified: boolean;
  /** Observations that confirm or contradict the result. */
  evidence: string[];
  /** The answer to the task, or a summary of what was done. */
  answer?: string;
  /** The answer as structured data: what the option `answer` parsed, the data of the tool that ended the run, or the data that the model returned. */
  data?: Data;
  /** Why the status is not `done`. */
  reason?: string;
  error?: Fault;
  steps: number;
  usage: RunUsage;
  ms: number;
  url?: string;
  /** The folder of journal, pictures and report. Absent when the run was not recorded. */
  folder?: string;
  report?: string;
}

export interface RunUsage extends Usage {
  modelCalls: number;
}

/** Adds the usage of one reply to the usage of the run. */
export function addUsage(sum: RunUsage, usage: Usage | undefined): void {
  if (!usage) return;
  for (const [name, value] of Object.entries(usage) as [keyof Usage, number | undefined][])
    if (value !== undefined) sum[name] = (sum[name] ?? 0) + value;
}

/** The target of a call, as it was observed before the call. */
export interface CallTarget {
  element?: string;
  name?: string;
  bounds?: Rect;
  x?: number;
  y?: number;
}

type WithoutPictures<Result> = Result extends unknown
  ? Omit<Result, 'pictures'> & { pictures?: PictureFacts[] }
  : never;

/** The result of a call in an event: its pictures have no bytes. */
export type CallEndResult<Data = unknown> = WithoutPictures<ToolResult<Data>>;

/**
 * The events of a run, in order. They are safe for `JSON.stringify`: pictures have no bytes, and secrets are masked. Progress lines, journal and
 * report are derived from them.
 */
export type RunEvent =
  | { type: 'run_started'; id: string; task: string; model: string; url?: string; limits: Record<string, number> }
  | { type: 'step_started'; step: number }
  | { type: 'observed'; step: number; ms: number; observation: ObservationFacts }
  /** A picture was stored next to the journal. */
  | { type: 'picture'; step: number; when: 'before' | 'after'; file: string; screen: Size }
  | ({ type: 'model_replied'; step: number; ms: number } & Omit<Reply, 'raw'>)
  | { type: 'call_started'; step: number; call: Call; text: string }
  | {
      type: 'call_ended';
      step: number;
      call: Call;
      result: CallEndResult;
      ms: number;
      settleMs?: number;
      target?: CallTarget;
    }
  | { type: 'call_skipped'; step: number; call: Call; reason: string }
  | { type: 'approval_requested'; step: number; id: string; description: string; safety: Safety }
  | {
      type: 'approval_decided';
      step: number;
      id: string;
      description: string;
      approved: boolean;
      answer: ApprovalAnswer;
      by: string;
    }
  /** A person used the screen. Nothing of it is recorded. */
  | { type: 'takeover'; step: number; by: 'person'; seconds: number }
  /** A message to the model: it repeats itself, its reply is unreadable, the task is not done. */
  | { type: 'note'; step: number; text: string }
  | { type: 'log'; step: number; text: string }
  | { type: 'step_ended'; step: number; ms: number }
  | { type: 'run_ended'; result: RunResult };

/** True for the end of a call of this tool. Then the event has the types of the tool: a tool of `defineTool`, or the name of a built-in one. */
export function isCallOf<Given extends ToolName | Tool>(
  event: RunEvent,
  tool: Given,
): event is Extract<RunEvent, { type: 'call_ended' }> & {
  call: { tool: string; input: ToolInput<Given> };
  result: CallEndResult<ToolData<Given>>;
} {
  const name = typeof tool === 'string' ? tool : tool.name;
  return event.type === 'call_ended' && 'tool' in event.call && event.call.tool === name;
}
