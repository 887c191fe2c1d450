import { isRecord } from '../../core/is-record.js';
import { type Contract, type ContractRequest, type ModelInput, reject } from '../contract.js';
import { type ChatScreen, type PlayedCall, playCalls } from './calls.js';
import { type ChatRules, checkMessages, type Fields, picturesIn, textIn } from './rules.js';

interface ChatState extends ChatScreen {
  calls: number;
  model: string;
  /** The request has no tools, so calls are written as text. */
  isText: boolean;
}

/** A chat completions server that is as strict as the one it is named after. */
export function chatContract(options: ChatRules): Contract<ChatState> {
  const rules = { tools: true, vision: true, resultPictures: false, ...options };
  return {
    name: `chat (${rules.flavour})`,
    createState: () => ({ calls: 0, model: '', isText: false, grid: false, size: { width: 0, height: 0 }, map: '' }),
    readRequest(request, state) {
      const { body, messages } = checkRequest(request, rules);
      state.model = String(body.model);
      const system = messages
        .filter(({ role }) => role === 'system')
        .map(textIn)
        .join('\n');
      const declared = Array.isArray(body.tools) ? body.tools.filter(isRecord) : [];
      const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
      state.isText = declared.length === 0;
      state.grid = /from 0 to 1000/.test(system);
      storeScreen(messages, state);
      const results = since.filter(({ role }) => role === 'tool');
      return {
        turn: 0,
        pictures: picturesIn(messages),
        text: since
          .filter(({ role }) => role === 'user')
          .map(textIn)
          .join('\n'),
        results: results.map((message) => ({
          id: String(message.tool_call_id),
          text: textIn(message),
          failed: textIn(message).startsWith('Error:'),
          pictures: picturesIn([message]).length,
        })),
        tools: state.isText ? namesIn(system) : declared.map(nameOf),
      };
    },
    respond(intents, modelInput, state) {
      const refusal = intents.find((intent) => intent.do === 'refuse');
      if (refusal?.do === 'refuse')
        return completion(state, { content: null, refusal: refusal.reason }, 'stop', modelInput);
      const played = intents.flatMap((intent) => playCalls(intent, modelInput, state));
      if (state.isText) return completion(state, { content: written(played) }, 'stop', modelInput);
      const [only] = intents;
      if (intents.length === 1 && only?.do === 'done')
        return completion(state, { content: only.answer }, 'stop', modelInput);
      const tool_calls = played.map(({ name, input }) => {
        state.calls += 1;
        return { id: `call_${state.calls}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
      });
      return completion(state, { content: null, tool_calls }, 'tool_calls', modelInput);
    },
    errorBody: (status, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: status } }),
  };
}

function checkRequest({ method, path, headers, body }: ContractRequest, rules: Required<ChatRules>) {
  if (method !== 'POST' || !path.endsWith('/chat/completions')) reject(`Not found: ${method} ${path}.`, 404);
  if (rules.flavour === 'openai' && !/^Bearer \S+/.test(headers.authorization ?? ''))
    reject("You didn't provide an API key.", 401);
  if (!isRecord(body) || typeof body.model !== 'string' || !body.model) reject('you must provide a model parameter');
  const messages = Array.isArray(body.messages) ? body.messages : [];
  if (messages.length === 0 || !messages.every(isRecord)) reject("Invalid 'messages': empty array.");
  // The default there is 1.0, which makes a run different each time.
  if (rules.flavour === 'ollama' && typeof body.temperature !== 'number')
    reject('temperature is not given, so it would be 1.0');
  if (!rules.tools && body.tools !== undefined) reject(noTools(rules, body.model));
  if (body.tools !== undefined) checkTools(body.tools);
  checkMessages(messages, rules);
  return { body, messages };
}

function noTools({ flavour }: ChatRules, model: string): string {
  if (flavour === 'vllm')
    return '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
  return `registry.example/library/${model} does not support tools`;
}

function checkTools(tools: unknown): void {
  const names = new Set<string>();
  if (!Array.isArray(tools) || tools.length === 0) reject("Invalid 'tools': empty array.");
  for (const tool of tools) {
    const name = isRecord(tool) ? nameOf(tool) : '';
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) reject(`Invalid 'tools.function.name': '${name}'.`);
    if (names.has(name)) reject(`Duplicate function name '${name}'.`);
    const { parameters } = isRecord(tool) && isRecord(tool.function) ? tool.function : {};
    if (!isRecord(parameters) || parameters.type !== 'object')
      reject(`Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`);
    names.add(name);
  }
}

function nameOf(tool: Fields): string {
  return isRecord(tool.function) && typeof tool.function.name === 'string' ? tool.function.name : '';
}

/** The names of the tools in a system prompt. */
function namesIn(system: string): string[] {
  return [...system.matchAll(/^- (\w+): /gm)].map(([, name = '']) => name);
}

/** Stores the last size and the last map. A map that has not changed is not sent again. */
function storeScreen(messages: readonly Fields[], state: ChatState): void {
  for (const text of messages.filter(({ role }) => role !== 'system' && role !== 'assistant').map(textIn)) {
    const [, width, height] = [...text.matchAll(/The screen is (\d+)x(\d+)\./g)].at(-1) ?? [];
    if (width && height) state.size = { width: Number(width), height: Number(height) };
    if (/^\[el_\d+\] /m.test(text)) state.map = text;
  }
}

function written(calls: readonly PlayedCall[]): string {
  const [first] = calls;
  return first ? `I use ${first.name}.\n${JSON.stringify({ tool: first.name, input: first.input })}` : 'Nothing to do.';
}

function completion({ model, calls }: ChatState, message: Fields, finish_reason: string, { text }: ModelInput): Fields {
  const sent = 1_000 + Math.ceil(text.length / 4);
  return {
    id: `chatcmpl-${calls}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', refusal: null, ...message }, finish_reason, logprobs: null }],
    usage: {
      prompt_tokens: sent,
      completion_tokens: 50,
      total_tokens: sent + 50,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
  };
}
