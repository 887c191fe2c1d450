import type {
  CallToolRequestParams,
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import { toCallText } from '../../agent/call-text.js';
import { withAbort } from '../../core/deadline.js';
import { HandrailError, joinSentences } from '../../core/errors.js';
import { cleanText } from '../../perception/quote-text.js';
import { unknownTool } from '../../tools/registry.js';
import type { ToolResult } from '../../tools/tool.js';
import type { CallOptions } from '../session-manager/managed-session.js';
import { errorResult, toCallResult } from './call-result.js';
import type { Client } from './clients.js';
import { createApprover, createAsker, type Elicit } from './elicitation.js';
import { createProgress, type Progress } from './progress.js';
import type { ServerSettings } from './server-settings.js';
import { callServerTool, serverTools } from './server-tools.js';
import { hasTextLimit } from './tool-definition.js';

/** How a call reaches the user of the client: during the request, through a further request, or not at all. */
export type UserChannel = { kind: 'direct'; elicit: Elicit } | { kind: 'deferred' } | { kind: 'none' };

const maxReadCharacters = 400_000;
const maxDescriptionLength = 200;

/** Handles `tools/call`. A failed tool gives an error result, never a protocol error. */
export async function handleCall(
  { name, arguments: given = {} }: CallToolRequestParams,
  context: ServerContext,
  { settings, client, channel }: { settings: ServerSettings; client: Client; channel: UserChannel },
): Promise<CallToolResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  try {
    const state = context.mcpReq.requestState();
    if (typeof state === 'string') return await client.waiting.resume(state, context);
    if (serverTools.some((tool) => tool.name === name)) return await callServerTool(name, given, client, signal);
    const tool = settings.registry.get(name);
    if (!tool) return unknownToolResult(name, settings);
    if (tool.name === 'evaluate' && !settings.sessionOptions.allow?.evaluate) throw scriptsDenied();
    const { session: givenHandle, ...fields } = given;
    const handle = parseHandle(givenHandle);
    const description = cleanText(toCallText({ id: '', tool: tool.name, input: fields }), maxDescriptionLength);
    const progress = createProgress(description);
    const input = hasTextLimit(tool) ? { limit: maxReadCharacters, ...fields } : fields;
    const call: PreparedCall = { settings, client, tool: tool.name, input, handle, description, progress };
    if (channel.kind === 'deferred') {
      const options = { session: handle ?? 'default', request: context, progress };
      return await client.waiting.start((elicit, callSignal) => execute(call, elicit, callSignal), options);
    }
    progress.attach(context);
    return await execute(call, channel.kind === 'direct' ? channel.elicit : undefined, signal);
  } catch (error) {
    return errorResult(error);
  }
}

interface PreparedCall {
  settings: ServerSettings;
  client: Client;
  tool: string;
  input: Record<string, unknown>;
  handle: string | undefined;
  /** The call as text, for progress messages. */
  description: string;
  progress: Progress;
}

async function execute(call: PreparedCall, elicit: Elicit | undefined, signal: AbortSignal): Promise<CallToolResult> {
  const { settings, client, tool, input, handle, description, progress } = call;
  try {
    // A cancelled call does not wait for a browser that is still starting.
    const session = await withAbort(client.sessions.use(handle), signal);
    if (session.isBusy()) {
      client.waiting.shortenWait(session.name);
      progress.report(`${description} is queued`);
    }
    const result = await session.call(settings.registry, tool, input, callOptions(call, elicit, signal));
    await progress.end(result.success ? 'done' : 'failed');
    const withHint = elicit ? result : addApprovalHint(result);
    return await toCallResult(addNotice(withHint, client.sessions.takeNotice()), client.pages);
  } catch (error) {
    await progress.end('failed');
    return errorResult(error);
  }
}

function callOptions(
  { settings: { approve }, progress, description }: PreparedCall,
  elicit: Elicit | undefined,
  signal: AbortSignal,
): CallOptions {
  const elicitWithProgress: Elicit | undefined =
    elicit &&
    (async (form, formSignal) => {
      progress.setStatus(`${description} waits for the user`);
      return elicit(form, formSignal).finally(() => progress.setStatus(description));
    });
  const approver =
    approve === 'ask' ? elicitWithProgress && createApprover(elicitWithProgress) : () => approve === 'all';
  return {
    signal,
    rails: { approve: approver },
    log: (line) => progress.report(cleanText(line, 500)),
    ask: elicitWithProgress && createAsker(elicitWithProgress),
  };
}

/** Tells the client how such calls can be approved, because its user cannot be asked. */
function addApprovalHint(result: ToolResult): ToolResult {
  if (result.success || result.metadata.code !== 'needs_approval') return result;
  const hint =
    'This client does not support elicitation, so its user cannot be asked. To allow such calls, start the server with handrail mcp --approve all.';
  return { ...result, error: joinSentences(result.error, hint) };
}

function addNotice(result: ToolResult, notice: string | undefined): ToolResult {
  if (notice === undefined) return result;
  const { metadata } = result;
  return { ...result, metadata: { ...metadata, notices: [notice, ...(metadata.notices ?? [])] } };
}

function scriptsDenied(): HandrailError {
  return new HandrailError(
    'denied',
    'Scripts are not allowed on this server.',
    'Use the other tools, or start the server with handrail mcp --allow-evaluate.',
  );
}

function unknownToolResult(name: string, { registry, unknownToolText }: ServerSettings): CallToolResult {
  const error = unknownTool(name, [...registry.names(), ...serverTools.map((tool) => tool.name)]);
  if (!unknownToolText) return errorResult(error);
  const text = unknownToolText(name);
  return { content: [{ type: 'text', text }], structuredContent: { code: error.code, error: text }, isError: true };
}

function parseHandle(handle: unknown): string | undefined {
  if (handle === undefined || handle === null || handle === '') return undefined;
  if (typeof handle === 'string') return handle;
  throw new HandrailError(
    'invalid_input',
    'session must be the handle of a session, which is a string.',
    'Leave it out to use the default session.',
  );
}
