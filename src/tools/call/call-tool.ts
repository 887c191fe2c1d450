import { toCancelledError, withAbort } from '../../core/deadline.js';
import { formatError, HandrailError, toFault } from '../../core/errors.js';
import { isAtLeast } from '../../core/safety.js';
import type { Permit } from '../../session/pass-gates.js';
import { withDialogHint } from '../answer-dialog.js';
import { type Registry, unknownTool } from '../registry.js';
import { checkSupported } from '../supported.js';
import type { Tool, ToolResult, ToolResultMetadata } from '../tool.js';
import { type CallRecord, toMetadata } from './call-metadata.js';
import { createContext } from './create-context.js';
import { explain, parseInput } from './parse-input.js';
import { startToolClock } from './tool-clock.js';
import type { ToolHost } from './tool-host.js';

export type { ToolHost } from './tool-host.js';

/** Finds the tool, checks its input and runs it within its time limit. Never throws. */
export async function callTool(
  registry: Registry,
  name: string,
  input: unknown,
  host: ToolHost,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolResult> {
  const startedAt = performance.now();
  const record: CallRecord = { outcomes: [], pictures: [], reports: [], isActing: false };
  const metadata = (): ToolResultMetadata => ({
    tool: name,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    ...toMetadata(record, host.renderOutcome),
  });
  try {
    const tool = registry.get(name);
    if (!tool) throw unknownTool(name, registry.names());
    checkSupported(tool, host.session.environment.kind);
    const data = await runWithTimeout(tool, parseInput(tool, input), host, signal, record);
    const { pictures } = record;
    return {
      success: true,
      data,
      ...(pictures.length > 0 ? { pictures } : {}),
      metadata: { ...metadata(), tool: tool.name },
    };
  } catch (error) {
    const fault = withDialogHint(toFault(error), registry);
    const effect = record.isActing ? { effect: 'unknown' as const } : {};
    return { success: false, error: formatError(fault), metadata: { ...metadata(), code: fault.code, ...effect } };
  }
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
  const timeout = new HandrailError(
    'deadline',
    `${tool.name} did not finish within ${tool.timeoutMs} ms.`,
    'Observe before you try again: its actions may have taken effect.',
  );
  const deadline = new AbortController();
  const clock = startToolClock(tool.timeoutMs, () => deadline.abort(timeout));
  const unsubscribe = host.session.on('approval', ({ approved }) =>
    approved === undefined ? clock.pause() : clock.resume(),
  );
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    const data = await withAbort(tool.run(input, createContext(host, either, record, permit)), either);
    const parsed = tool.output.safeParse(data);
    if (parsed.success) return parsed.data;
    throw new HandrailError(
      'internal',
      `The result of ${tool.name} does not match its output schema: ${explain(tool, parsed.error)}`,
      'Fix the run function or the output schema of the tool.',
    );
  } finally {
    clock.stop();
    unsubscribe();
  }
}

/** A tool of level `medium` or above passes the gates as a whole, before its first action. */
async function requestPermit(
  tool: Tool,
  input: unknown,
  { session, rails }: ToolHost,
  signal: AbortSignal,
): Promise<Permit | undefined> {
  if (!isAtLeast(tool.safety, 'medium')) return undefined;
  const action = { type: 'tool' as const, tool: tool.name, input };
  return session.permit({ action, safety: tool.safety }, { signal, rails });
}
