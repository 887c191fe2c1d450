import { toCancelledError, withAbort } from '../../core/deadline.js';
import type { ElementId } from '../../core/element.js';
import { errorCodes, type Fault, formatError, HandrailError, toFault } from '../../core/errors.js';
import { checkOptions, option } from '../../core/options.js';
import { isAtLeast } from '../../core/safety.js';
import type { Permit } from '../../session/approval/permit.js';
import { permitWithoutSession, withDefaultPolicy } from '../../session/judging/default-policy.js';
import { withDialogHint } from '../answer-dialog.js';
import type { ToolContext } from '../context.js';
import { isOwnTool } from '../own-tools.js';
import { type Registry, unknownTool } from '../registry.js';
import { checkSupported } from '../supported.js';
import { isToolResult, type Tool, type ToolResult, type ToolResultMetadata } from '../tool.js';
import { type CallRecord, emptyRecord, toMetadata } from './call-metadata.js';
import { createContext } from './create-context.js';
import { declaredSecrets, hideDeclared } from './declared-secrets.js';
import { explainFault } from './explain-fault.js';
import { maskTexts } from './mask-texts.js';
import { explain, parseInput } from './parse-input.js';
import { showIds } from './show-ids.js';
import { pauseForPeople, startToolClock } from './tool-clock.js';
import { checkHost, type ToolHost } from './tool-host.js';

export type { ScreenHost, ToolHost } from './tool-host.js';

/** Finds the tool, checks its input and runs it within its time limit. Never throws. */
export async function callTool(
  registry: Registry,
  name: string,
  input: unknown,
  host: ToolHost,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolResult> {
  const result = await runCall(registry, name, input, host, signal);
  showIds(result, input, host?.session?.shownIds);
  return result;
}

async function runCall(
  registry: Registry,
  name: string,
  input: unknown,
  host: ToolHost,
  signal: AbortSignal,
): Promise<ToolResult> {
  const startedAt = performance.now();
  const record = emptyRecord();
  const metadata = (): ToolResultMetadata => ({
    ...toMetadata(record, host?.renderOutcome),
    tool: name,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
  });
  let tool: Tool | undefined;
  try {
    checkHost(host);
    checkOptions('callTool', { signal }, { signal: option.signal });
    tool = registry.get(name);
    if (!tool) throw unknownTool(name, registry.names());
    for (const secret of declaredSecrets(tool, input)) (host.session?.secrets ?? record.hidden).add(secret);
    checkScreen(tool, host);
    const guarded = { ...host, memory: host.memory ?? new Map(), rails: withDefaultPolicy(host.session, host.rails) };
    const data = await runWithTimeout(tool, parseInput(tool, input), guarded, signal, record);
    const { pictures } = record;
    return {
      success: true,
      data: maskTexts(data, record.hidden, host?.session?.secrets),
      ...(pictures.length > 0 ? { pictures } : {}),
      metadata: maskTexts({ ...metadata(), tool: tool.name }, record.hidden, host?.session?.secrets),
    };
  } catch (error) {
    const fault = withDialogHint(explainFault(toFault(error), record, input), registry);
    const effect = mayHaveActed(tool, record, fault) ? { effect: 'unknown' as const } : {};
    const failed = { error: formatError(fault), fault, metadata: { ...metadata(), code: fault.code, ...effect } };
    return { success: false, ...maskTexts(failed, record.hidden, host?.session?.secrets) };
  }
}

/** Throws HandrailError if the tool needs a screen that the host does not have, or does not work on this kind of screen. */
function checkScreen(tool: Tool, { session }: ToolHost): void {
  if (session) checkSupported(tool, session.environment.kind);
  if (session || tool.requiresPage === false) return;
  throw new HandrailError(
    'invalid_option',
    `${tool.name} needs a session, and the host of the call has none.`,
    'Pass { session: await openSession(), memory: new Map() }.',
  );
}

/** An action was running, or a tool that can change something was abandoned. */
function mayHaveActed(tool: Tool | undefined, { isActing, isStarted }: CallRecord, { code }: Fault): boolean {
  const isAbandoned = isStarted && (code === 'deadline' || code === 'cancelled');
  return isActing || (isAbandoned && tool?.effect !== 'none');
}

async function runWithTimeout(
  tool: Tool,
  input: Record<string, unknown>,
  host: ToolHost,
  signal: AbortSignal,
  record: CallRecord,
): Promise<unknown> {
  if (signal.aborted) throw toCancelledError(signal);
  const permit = await requestPermit(tool, input, host, signal);
  // The time that the caller gives for the target is added.
  const timeoutMs = tool.timeoutMs + (typeof input.timeout === 'number' ? input.timeout : 0);
  const timeout = new HandrailError(
    'deadline',
    `${tool.name} did not finish within ${timeoutMs} ms.`,
    tool.effect === 'none'
      ? 'It changes nothing. Try again, or use another approach.'
      : 'Observe before you try again: its actions may have taken effect.',
  );
  const deadline = new AbortController();
  const clock = startToolClock(timeoutMs, () => deadline.abort(timeout));
  const unsubscribe = host.session && pauseForPeople(host.session, clock);
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    record.isStarted = true;
    const returned = await withAbort(start(tool, input, createContext(host, either, record, permit)), either);
    const data = isToolResult(returned) ? unwrapResult(returned, record) : returned;
    const parsed = tool.output.safeParse(data);
    if (parsed.success) return parsed.data;
    throw new HandrailError(
      'internal',
      `The result of ${tool.name} does not match its output schema: ${explain(tool, parsed.error)}`,
      'Fix the run function or the output schema of the tool.',
    );
  } finally {
    clock.stop();
    unsubscribe?.();
  }
}

/** A tool of a program can also return its data without a promise. */
async function start(tool: Tool, input: Record<string, unknown>, context: ToolContext): Promise<unknown> {
  return tool.run(input, context);
}

/** The data of a result that a tool returned. Throws HandrailError for a failure. */
function unwrapResult({ success, data, error, metadata }: ToolResult, record: CallRecord): unknown {
  const { tool: _, ms: __, ...own } = metadata;
  record.ownMetadata = own;
  if (success) return data;
  throw new HandrailError(errorCodes.find((code) => code === own.code) ?? 'internal', error ?? 'The tool failed.');
}

/** A tool of a program, and a tool of level `medium` or above, passes the gates as a whole, before its first action. */
async function requestPermit(
  tool: Tool,
  input: Record<string, unknown>,
  host: ToolHost,
  signal: AbortSignal,
): Promise<Permit | undefined> {
  const { session, rails = {}, permit } = host;
  if (permit && isAtLeast(permit.safety, tool.safety)) return permit;
  if (isOwnTool(tool) && !isAtLeast(tool.safety, 'medium')) return undefined;
  const action = { type: 'tool' as const, tool: tool.name, input: hideDeclared(tool, input) };
  const proposal = { action, safety: tool.safety };
  if (!session) return permitWithoutSession(proposal, rails, signal);
  const findElement = () => findTarget(tool, input, host, signal);
  return session.permit(proposal, { signal, rails, findElement });
}

/** The element that a built-in tool acts on, so that a person sees and approves this one. */
async function findTarget(
  tool: Tool,
  { selector }: Record<string, unknown>,
  host: ToolHost,
  signal: AbortSignal,
): Promise<ElementId | undefined> {
  if (!isOwnTool(tool) || typeof selector !== 'string') return undefined;
  const context = createContext(host, signal, emptyRecord());
  const { target } = await context.resolve(selector, undefined, { staysInTab: true });
  return 'element' in target ? target.element : undefined;
}
