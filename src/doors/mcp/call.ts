import type {
  CallToolRequestParams,
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import { nameCall } from '../../agent/calls.js';
import { orAborted } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import { cleanText } from '../../perception/page-text.js';
import { askFrom } from '../../rails/gate.js';
import { unknownTool } from '../../tools/registry.js';
import type { ToolResult } from '../../tools/tool.js';
import type { CallOptions } from '../session-manager/managed-session.js';
import { isPaged } from './advertise.js';
import { answerOf, faultAnswer } from './answer.js';
import type { Client } from './client.js';
import { createProgress, type Progress } from './progress.js';
import { type Ask, approveBy, askBy } from './questions.js';
import type { Door } from './server-context.js';
import { callOwnTool, ownTools } from './session-tool.js';

/** How a call reaches the person behind the client: in the middle of it, between two requests, or not at all. */
export type Reach = { kind: 'direct'; ask: Ask } | { kind: 'between' } | { kind: 'none' };

const mostRead = 400_000;

/** Answers `tools/call`. What goes wrong in a tool is an answer, never an error of the protocol. */
export async function answerCall(
  { name, arguments: given = {} }: CallToolRequestParams,
  context: ServerContext,
  { door, client, reach }: { door: Door; client: Client; reach: Reach },
): Promise<CallToolResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  try {
    const state = context.mcpReq.requestState();
    if (typeof state === 'string') return await client.waiting.resume(state, context);
    if (ownTools.some((tool) => tool.name === name)) return await callOwnTool(name, given, client, signal);
    const tool = door.registry.get(name);
    if (!tool) return unknown(name, door);
    const { session: handle, ...input } = given;
    const whole = isPaged(tool) ? { limit: mostRead, ...input } : input;
    if (tool.name === 'evaluate' && !door.hold.allow?.evaluate) throw noScripts();
    const about = cleanText(nameCall({ id: '', tool: tool.name, input }), 200);
    const progress = createProgress(about);
    const call = { door, client, tool: tool.name, input: whole, handle: readHandle(handle), about, progress };
    if (reach.kind === 'between') {
      const place = { session: call.handle ?? 'default', request: context, progress };
      return await client.waiting.begin((ask, until) => carryOut(call, ask, until), place);
    }
    progress.follow(context);
    return await carryOut(call, reach.kind === 'direct' ? reach.ask : undefined, signal);
  } catch (error) {
    return faultAnswer(error);
  }
}

interface OneCall {
  door: Door;
  client: Client;
  tool: string;
  input: Record<string, unknown>;
  handle: string | undefined;
  /** The call as one would write it. */
  about: string;
  progress: Progress;
}

async function carryOut(
  { door, client, tool, input, handle, about, progress }: OneCall,
  ask: Ask | undefined,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    // A browser that is being started is not waited for by a call that was cancelled.
    const held = await orAborted(client.sessions.use(handle), signal);
    if (held.isBusy()) {
      client.waiting.hurry(held.name);
      progress.say(`${about} waits for its turn`);
    }
    const result = await held.call(door.registry, tool, input, callOptions(door, ask, signal, progress, about));
    await progress.end(result.success ? 'done' : 'failed');
    return await answerOf(withNotice(withWayOut(result, ask), client.sessions.notice()), client.pages);
  } catch (error) {
    await progress.end('failed');
    return faultAnswer(error);
  }
}

function callOptions(
  { approve }: Door,
  ask: Ask | undefined,
  signal: AbortSignal,
  progress: Progress,
  about: string,
): CallOptions {
  const told: Ask | undefined =
    ask &&
    (async (question, until) => {
      progress.wait(`${about} waits for an answer`);
      return ask(question, until).finally(() => progress.wait(about));
    });
  const approver = approve === 'ask' ? told && approveBy(told) : () => approve === 'all';
  return {
    signal,
    rails: { gate: askFrom('medium'), ...(approver ? { approve: approver } : {}) },
    log: (line) => progress.say(cleanText(line, 500)),
    ...(told ? { ask: askBy(told) } : {}),
  };
}

/** Who may decide is decided where the server is started: the reader of the refusal has to know. */
function withWayOut(result: ToolResult, ask: Ask | undefined): ToolResult {
  if (ask || result.metadata.code !== 'needs_approval') return result;
  const way =
    'This client cannot be asked (it has no elicitation): to allow such calls, start with handrail mcp --approve all.';
  return { ...result, error: `${result.error ?? ''} ${way}` };
}

function withNotice(result: ToolResult, notice: string | undefined): ToolResult {
  if (notice === undefined) return result;
  const { metadata } = result;
  return { ...result, metadata: { ...metadata, news: [notice, ...(metadata.news ?? [])] } };
}

function noScripts(): HandrailError {
  return new HandrailError(
    'denied',
    'Running scripts is not allowed here.',
    'Use the other tools, or start with handrail mcp --allow-evaluate.',
  );
}

function unknown(name: string, { registry, unknownTool: sentence }: Door): CallToolResult {
  const error = unknownTool(name, [...registry.names(), ...ownTools.map((tool) => tool.name)]);
  if (!sentence) return faultAnswer(error);
  const text = sentence(name);
  return { content: [{ type: 'text', text }], structuredContent: { code: error.code, error: text }, isError: true };
}

function readHandle(handle: unknown): string | undefined {
  if (handle === undefined || handle === null || handle === '') return undefined;
  if (typeof handle === 'string') return handle;
  throw new HandrailError(
    'invalid_input',
    'session takes the handle of a session, which is text.',
    'Leave it out for the default session.',
  );
}
