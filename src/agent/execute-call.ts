import type { Action } from '../core/action.js';
import { type Fault, formatError, toFault } from '../core/errors.js';
import { center, type Rect, type Size } from '../core/geometry.js';
import { callInput, callName } from '../models/adapter/calls.js';
import type { Call, VisionConfig } from '../models/model.js';
import { renderOutcome } from '../perception/ui-map/render-outcome.js';
import type { Permit } from '../session/approval/permit.js';
import { hasNavigated } from '../tools/call/call-metadata.js';
import { callTool, type ScreenHost } from '../tools/call/call-tool.js';
import { maskTexts } from '../tools/call/mask-texts.js';
import type { Registry } from '../tools/registry.js';
import type { ToolResult } from '../tools/tool.js';
import { toCallText } from './call-text.js';
import type { CallTarget, RunEvent } from './events.js';

interface CallContext {
  registry: Registry;
  host: ScreenHost;
  step: number;
  emit(event: RunEvent): void;
  signal: AbortSignal;
  /** How the model receives pictures. Captures of a region use the same format. */
  vision?: VisionConfig | undefined;
}

/** Executes one call and emits its start and its end. */
export async function executeCall(call: Call, context: CallContext): Promise<ToolResult> {
  const { step, emit } = context;
  emit({ type: 'call_started', step, call, text: toCallText(call) });
  const startedAt = performance.now();
  const result = await executeConfirmed(call, context);
  const { settleMs, target } = result.metadata;
  emit({
    type: 'call_ended',
    step,
    call,
    result,
    ms: performance.now() - startedAt,
    ...(typeof settleMs === 'number' ? { settleMs } : {}),
    ...(isTarget(target) ? { target } : {}),
  });
  return result;
}

/** Requests the approval that the model or its provider demands, whatever the gates allow, and then executes the call. */
async function executeConfirmed(call: Call, context: CallContext): Promise<ToolResult> {
  const { host, signal } = context;
  const { confirm: reason } = call;
  if (reason === undefined) return dispatch(call, context, undefined);
  const tool = callName(call);
  const action = 'action' in call ? call.action : { type: 'tool' as const, tool, input: callInput(call) };
  let permit: Permit;
  try {
    const { rails } = host;
    permit = await host.session.permit({ action, safety: 'high', reason, mustAsk: reason }, { signal, rails });
  } catch (error) {
    return toFailure(toFault(error), { tool, ms: 0 });
  }
  const result = await dispatch(call, context, permit);
  return { ...result, metadata: { ...result.metadata, confirmed: true } };
}

async function dispatch(
  call: Call,
  { registry, host, signal, vision }: CallContext,
  permit: Permit | undefined,
): Promise<ToolResult> {
  if ('tool' in call) return callTool(registry, call.tool, call.input, { ...host, permit }, signal);
  if ('action' in call) return executeAction(call.action, { ...host, permit }, signal);
  const metadata = { tool: callName(call), ms: 0 };
  if ('answer' in call) return { success: true, data: call.answer, metadata };
  if ('fault' in call) return toFailure(call.fault, metadata);
  if (call.capture === 'screen') return { success: true, data: undefined, metadata };
  return captureRegion(call.capture, host, signal, vision?.picture);
}

/** A part of the screen, enlarged to the picture size of the model. */
async function captureRegion(
  region: Rect,
  { session }: ScreenHost,
  signal: AbortSignal,
  format: VisionConfig['picture'],
): Promise<ToolResult> {
  const startedAt = performance.now();
  const metadata = { tool: 'zoom', ms: 0 };
  try {
    const pictureAs = { type: format?.type ?? 'png', exactly: format && toEnlargedSize(format.size) };
    const { image } = await session.observe({ region, picture: 'plain', budget: 1, shown: false, signal, pictureAs });
    if (!image)
      return toFailure(
        { code: 'not_visible', message: 'The region could not be captured.', hint: 'Observe, then try again.' },
        metadata,
      );
    return {
      success: true,
      data: undefined,
      pictures: [image],
      metadata: { ...metadata, ms: performance.now() - startedAt },
    };
  } catch (error) {
    return toFailure(toFault(error), metadata);
  }
}

/** The largest size with the aspect ratio of the region that fits into a picture of the whole screen. */
function toEnlargedSize(toScreenSize: (screen: Size) => Size): (region: Size, screen: Size) => Size {
  return (region, screen) => {
    const whole = toScreenSize(screen);
    const factor = Math.min(whole.width / region.width, whole.height / region.height);
    return {
      width: Math.max(1, Math.floor(region.width * factor)),
      height: Math.max(1, Math.floor(region.height * factor)),
    };
  };
}

async function executeAction(
  action: Action,
  { session, rails, permit, knownElement }: ScreenHost,
  signal: AbortSignal,
): Promise<ToolResult> {
  const startedAt = performance.now();
  const outcome = await session.perform(action, { signal, rails, permit });
  const { ok, effect, error, changes, settled, value } = outcome;
  const target = toTarget(action, knownElement);
  const metadata = {
    tool: action.type,
    ms: performance.now() - startedAt,
    effect,
    outcomeText: renderOutcome(outcome),
    settleMs: settled.ms,
    navigated: hasNavigated(changes),
    ...(target ? { target } : {}),
  };
  const fault = error ?? { code: 'internal' as const, message: 'The action was not executed.' };
  const result: ToolResult = ok ? { success: true, data: value, metadata } : toFailure(fault, metadata);
  return maskTexts(result, new Set(), session.secrets);
}

function toFailure(fault: Fault, metadata: ToolResult['metadata']): ToolResult {
  return { success: false, error: formatError(fault), fault, metadata: { ...metadata, code: fault.code } };
}

function isTarget(target: unknown): target is CallTarget {
  return typeof target === 'object' && target !== null;
}

function toTarget(action: Action, knownElement: ScreenHost['knownElement']): CallTarget | undefined {
  const target = action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
  if (!target) return undefined;
  if ('x' in target) return { x: target.x, y: target.y };
  const element = knownElement?.(target.element);
  if (!element) return { element: target.element };
  return { element: element.id, name: element.name, bounds: element.bounds, ...center(element.bounds) };
}
