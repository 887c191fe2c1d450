import type { Action } from '../core/action.js';
import { center } from '../core/geometry.js';
import type { Call } from '../models/model.js';
import { renderOutcome } from '../perception/outcome-text.js';
import { callTool, type ToolHost } from '../tools/call.js';
import type { Registry } from '../tools/registry.js';
import type { ToolResult } from '../tools/tool.js';
import { nameCall } from './calls.js';
import type { RunEvent } from './events.js';

interface Around {
  registry: Registry;
  host: ToolHost;
  step: number;
  emit(event: RunEvent): void;
  signal: AbortSignal;
}

/** Carries one call out, a tool or a bare action, and tells of it before and after. */
export async function performCall(call: Call, { registry, host, step, emit, signal }: Around): Promise<ToolResult> {
  emit({ type: 'call_started', step, call, what: nameCall(call) });
  const began = performance.now();
  const result =
    'tool' in call
      ? await callTool(registry, call.tool, call.input, host, signal)
      : await act(call.action, host, signal);
  const { settleMs, target } = result.metadata;
  emit({
    type: 'call_ended',
    step,
    call,
    result,
    ms: performance.now() - began,
    ...(typeof settleMs === 'number' ? { settleMs } : {}),
    ...(isPlace(target) ? { target } : {}),
  });
  return result;
}

const moves = new Set(['url', 'reloaded', 'tab', 'popup', 'page']);

async function act(action: Action, { session, rails, seen }: ToolHost, signal: AbortSignal): Promise<ToolResult> {
  const began = performance.now();
  const outcome = await session.perform(action, { signal, ...(rails ? { rails } : {}) });
  const { ok, effect, error, changes, settled } = outcome;
  const place = placeOf(action, seen);
  return {
    success: ok,
    ...(outcome.value === undefined ? {} : { data: outcome.value }),
    ...(error ? { error: error.hint ? `${error.message} ${error.hint}` : error.message } : {}),
    metadata: {
      tool: action.type,
      ms: performance.now() - began,
      effect,
      seen: renderOutcome(outcome),
      settleMs: settled.ms,
      moved: changes.some(({ kind }) => moves.has(kind)),
      ...(error ? { code: error.code } : {}),
      ...(place ? { target: place } : {}),
    },
  };
}

type Place = NonNullable<Extract<RunEvent, { type: 'call_ended' }>['target']>;

function isPlace(target: unknown): target is Place {
  return typeof target === 'object' && target !== null;
}

function placeOf(action: Action, seen: ToolHost['seen']): Place | undefined {
  const target = action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
  if (!target) return undefined;
  if ('x' in target) return { x: target.x, y: target.y };
  const element = seen?.(target.element);
  if (!element) return { element: target.element };
  return { element: element.id, name: element.name, bounds: element.bounds, ...center(element.bounds) };
}
