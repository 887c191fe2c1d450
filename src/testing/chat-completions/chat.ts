import { isRecord } from '../../core/record.js';
import { type Contract, type ContractRequest, Refusal, type Told } from '../contract.js';
import { type ChatScreen, callsFor, type PlayedCall } from './calls.js';
import { type ChatRules, checkMessages, type Fields, picturesIn, textIn } from './rules.js';

interface ChatMemory extends ChatScreen {
  calls: number;
  model: string;
  /** Calls are written as text, because the request has no tools. */
  isText: boolean;
}

/** A server that speaks chat completions, as strict as the one it is named after. */
export function chatContract(given: ChatRules): Contract<ChatMemory> {
  const rules = { tools: true, vision: true, resultPictures: false, ...given };
  return {
    name: `chat (${rules.flavour})`,
    memory: () => ({ calls: 0, model: '', isText: false, grid: false, size: { width: 0, height: 0 }, map: '' }),
    read(request, memory) {
      const { body, messages } = checkRequest(request, rules);
      memory.model = String(body.model);
      const system = messages
        .filter(({ role }) => role === 'system')
        .map(textIn)
        .join('\n');
      const declared = Array.isArray(body.tools) ? body.tools.filter(isRecord) : [];
      const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
      memory.isText = declared.length === 0;
      memory.grid = /from 0 to 1000/.test(system);
      noteScreen(messages, memory);
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
        tools: memory.isText ? namesIn(system) : declared.map(nameOf),
      };
    },
    answer(intents, told, memory) {
      const refusal = intents.find((intent) => intent.do === 'refuse');
      if (refusal?.do === 'refuse') return completion(memory, { content: null, refusal: refusal.reason }, 'stop', told);
      const asked = intents.flatMap((intent) => callsFor(intent, told, memory));
      if (memory.isText) return completion(memory, { content: written(asked) }, 'stop', told);
      const [only] = intents;
      if (intents.length === 1 && only?.do === 'done')
        return completion(memory, { content: only.answer }, 'stop', told);
      const tool_calls = asked.map(({ name, input }) => {
        memory.calls += 1;
        return { id: `call_${memory.calls}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
      });
      return completion(memory, { content: null, tool_calls }, 'tool_calls', told);
    },
    error: (status, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: status } }),
  };
}

function checkRequest({ method, path, headers, body }: ContractRequest, rules: Required<ChatRules>) {
  if (method !== 'POST' || !path.endsWith('/chat/completions')) throw new Refusal(404, `Not found: ${method} ${path}.`);
  if (rules.flavour === 'openai' && !/^Bearer \S+/.test(headers.authorization ?? ''))
    throw new Refusal(401, "You didn't provide an API key.");
  if (!isRecord(body) || typeof body.model !== 'string' || !body.model)
    throw new Refusal(400, 'you must provide a model parameter');
  const messages = Array.isArray(body.messages) ? body.messages : [];
  if (messages.length === 0 || !messages.every(isRecord)) throw new Refusal(400, "Invalid 'messages': empty array.");
  // The default is 1.0 there, which makes a run another one each time.
  if (rules.flavour === 'ollama' && typeof body.temperature !== 'number')
    throw new Refusal(400, 'temperature is not given, so it would be 1.0');
  if (!rules.tools && body.tools !== undefined) throw new Refusal(400, noTools(rules, body.model));
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
  if (!Array.isArray(tools) || tools.length === 0) throw new Refusal(400, "Invalid 'tools': empty array.");
  for (const tool of tools) {
    const name = isRecord(tool) ? nameOf(tool) : '';
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Refusal(400, `Invalid 'tools.function.name': '${name}'.`);
    if (names.has(name)) throw new Refusal(400, `Duplicate function name '${name}'.`);
    const { parameters } = isRecord(tool) && isRecord(tool.function) ? tool.function : {};
    if (!isRecord(parameters) || parameters.type !== 'object')
      throw new Refusal(
        400,
        `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`,
      );
    names.add(name);
  }
}

function nameOf(tool: Fields): string {
  return isRecord(tool.function) && typeof tool.function.name === 'string' ? tool.function.name : '';
}

/** What a model without tools is told of them. */
function namesIn(system: string): string[] {
  return [...system.matchAll(/^- (\w+): /gm)].map(([, name = '']) => name);
}

/** The last size and the last map that were told. A map that has not changed is not told again. */
function noteScreen(messages: readonly Fields[], memory: ChatMemory): void {
  for (const text of messages.filter(({ role }) => role !== 'system' && role !== 'assistant').map(textIn)) {
    const [, width, height] = [...text.matchAll(/The screen is (\d+)x(\d+)\./g)].at(-1) ?? [];
    if (width && height) memory.size = { width: Number(width), height: Number(height) };
    if (/^\[el_\d+\] /m.test(text)) memory.map = text;
  }
}

function written(calls: readonly PlayedCall[]): string {
  const [first] = calls;
  return first ? `I use ${first.name}.\n${JSON.stringify({ tool: first.name, input: first.input })}` : 'Nothing to do.';
}

function completion({ model, calls }: ChatMemory, said: Fields, finish_reason: string, { text }: Told): Fields {
  const sent = 1_000 + Math.ceil(text.length / 4);
  return {
    id: `chatcmpl-${calls}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', refusal: null, ...said }, finish_reason, logprobs: null }],
    usage: {
      prompt_tokens: sent,
      completion_tokens: 50,
      total_tokens: sent + 50,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
  };
}
