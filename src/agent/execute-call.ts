import type { Action } from '../core/action.js';
import { type Fault, formatError, toFault } from '../core/errors.js';
import { center, type Rect, type Size } from '../core/geometry.js';
import { inputOf, toolOf } from '../models/adapter/name-call.js';
import type { Call, VisionConfig } from '../models/model.js';
import { renderOutcome } from '../perception/ui-map/outcome-text.js';
import type { Gate } from '../rails/gate.js';
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
  /** How the model is shown the screen: a closer look comes the same way. */
  sight?: VisionConfig | undefined;
}

/** Carries one call out, a tool or a bare action, and tells of it before and after. */
export async function performCall(
  call: Call,
  { registry, host, step, emit, signal, sight }: Around,
): Promise<ToolResult> {
  emit({ type: 'call_started', step, call, what: nameCall(call) });
  const began = performance.now();
  const result = await confirmed(call, host, signal, () => carryOut(call, { registry, host, signal, sight }));
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

async function carryOut(
  call: Call,
  around: Pick<Around, 'registry' | 'host' | 'signal' | 'sight'>,
): Promise<ToolResult> {
  const { registry, host, signal, sight } = around;
  if ('tool' in call) return callTool(registry, call.tool, call.input, host, signal);
  if ('action' in call) return act(call.action, host, signal);
  const metadata = { tool: toolOf(call), ms: 0 };
  if ('answer' in call) return { success: true, data: call.answer, metadata };
  if ('fault' in call) return failed(call.fault, metadata);
  if (call.look === 'screen') return { success: true, metadata };
  return lookAt(call.look, host, signal, sight);
}

/** What the provider or the model wants a person to agree to is asked before anything of it is done, whatever the rules allow. */
async function confirmed(
  call: Call,
  { session, rails }: ToolHost,
  signal: AbortSignal,
  go: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { confirm: reason } = call;
  if (reason === undefined) return go();
  const action = 'action' in call ? call.action : { type: 'tool' as const, tool: toolOf(call), input: inputOf(call) };
  try {
    const asking: Gate = () => ({ verdict: 'ask', reason });
    await session.permit({ action, safety: 'high', reason }, { signal, rails: { ...rails, gate: asking } });
  } catch (error) {
    return failed(toFault(error), { tool: toolOf(call), ms: 0 });
  }
  const result = await go();
  return { ...result, metadata: { ...result.metadata, confirmed: true } };
}

/** A part of the screen, as large as the model takes pictures. */
async function lookAt(
  asked: Rect,
  { session }: ToolHost,
  signal: AbortSignal,
  sight: VisionConfig | undefined,
): Promise<ToolResult> {
  const began = performance.now();
  const metadata = { tool: 'zoom', ms: 0 };
  const wanted = sight?.picture;
  try {
    const { image } = await session.observe({
      region: asked,
      picture: 'plain',
      budget: 1,
      signal,
      pictureAs: { type: wanted?.type ?? 'png', ...(wanted ? { exactly: enlarged(wanted.size) } : {}) },
    });
    if (!image) return failed({ code: 'not_visible', message: 'That part could not be drawn.' }, metadata);
    return { success: true, pictures: [image], metadata: { ...metadata, ms: performance.now() - began } };
  } catch (error) {
    return failed(toFault(error), metadata);
  }
}

/** As large as a picture of the whole screen would be, in the shape of the part. */
function enlarged(usual: (screen: Size) => Size): (shown: Size, screen: Size) => Size {
  return (shown, screen) => {
    const whole = usual(screen);
    const factor = Math.min(whole.width / shown.width, whole.height / shown.height);
    return {
      width: Math.max(1, Math.floor(shown.width * factor)),
      height: Math.max(1, Math.floor(shown.height * factor)),
    };
  };
}

function failed(fault: Fault, metadata: ToolResult['metadata']): ToolResult {
  return { success: false, error: formatError(fault), metadata: { ...metadata, code: fault.code } };
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
    ...(error ? { error: formatError(error) } : {}),
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
