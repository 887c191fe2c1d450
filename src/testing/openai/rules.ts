import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../core/record.js';
import { type ContractRequest, Refusal, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';

export type Item = Record<string, unknown>;

/** One response as the provider keeps it. */
export interface Kept {
  id: string;
  /** All that led to it, and what it said. */
  context: Item[];
  output: Item[];
  stored: boolean;
  /** How many pictures there are in all of it. */
  pictures: number;
}

/** A request that keeps the rules of its form. */
export interface Asked {
  model: string;
  tool: 'computer' | 'computer_use_preview' | undefined;
  functions: string[];
  input: Item[];
  previous: string | undefined;
  store: boolean;
  encrypts: boolean;
}

/** The form of a request: who asks whom, with which tools. */
export function readForm({ method, path, headers, body }: ContractRequest): Asked {
  if (method !== 'POST' || path.split('?')[0] !== '/v1/responses')
    throw new Refusal(404, `Invalid URL (${method} ${path})`);
  if (!/^Bearer \S/.test(headers.authorization ?? ''))
    throw new Refusal(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    );
  if (!isRecord(body)) throw new Refusal(400, 'We could not parse the JSON body of your request.');
  const { model, tools, input, previous_response_id: previous, store, include, truncation } = body;
  if (typeof model !== 'string' || !model) throw new Refusal(400, "Missing required parameter: 'model'.");
  const given = Array.isArray(tools) ? tools.filter(isRecord) : [];
  for (const [index, tool] of given.entries()) checkTool(tool, `tools[${index}]`, model);
  const computer = given.find(({ type }) => type === 'computer' || type === 'computer_use_preview');
  if (computer?.type === 'computer_use_preview' && truncation !== 'auto')
    throw new Refusal(400, "The computer_use_preview tool requires 'truncation' to be 'auto'.");
  return {
    model,
    tool: computer?.type === 'computer' || computer?.type === 'computer_use_preview' ? computer.type : undefined,
    functions: given.flatMap(({ type, name }) => (type === 'function' ? [String(name)] : [])),
    input: readInput(input),
    previous: typeof previous === 'string' ? previous : undefined,
    store: store !== false,
    encrypts: Array.isArray(include) && include.includes('reasoning.encrypted_content'),
  };
}

const environments = ['windows', 'mac', 'linux', 'ubuntu', 'browser'];

function checkTool(tool: Item, where: string, model: string): void {
  const isPreview = /^computer-use-preview\b/.test(model);
  if (tool.type === 'computer') {
    const field = Object.keys(tool).find((name) => name !== 'type');
    if (field !== undefined) throw new Refusal(400, `Unknown parameter: '${where}.${field}'.`);
    if (isPreview) throw new Refusal(400, `Hosted tool 'computer' is not supported with ${model}.`);
  } else if (tool.type === 'computer_use_preview') {
    if (!isPreview) throw new Refusal(400, `Hosted tool 'computer_use_preview' is not supported with ${model}.`);
    for (const field of ['display_width', 'display_height', 'environment'])
      if (tool[field] === undefined) throw new Refusal(400, `Missing required parameter: '${where}.${field}'.`);
    for (const field of ['display_width', 'display_height'])
      if (!(Number.isInteger(tool[field]) && Number(tool[field]) > 0))
        throw new Refusal(400, `Invalid type for '${where}.${field}': expected an integer.`);
    checkValue(`${where}.environment`, tool.environment, environments);
  } else if (tool.type === 'function') {
    if (typeof tool.name !== 'string' || !/^[\w-]{1,64}$/.test(tool.name))
      throw new Refusal(400, `Invalid '${where}.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`);
    if (!isRecord(tool.parameters)) throw new Refusal(400, `Missing required parameter: '${where}.parameters'.`);
  } else
    throw new Refusal(
      400,
      `Invalid value: '${String(tool.type)}'. Supported values are: 'function', 'computer' and 'computer_use_preview'.`,
    );
}

function checkValue(where: string, value: unknown, values: readonly string[]): void {
  if (values.some((one) => one === value)) return;
  const others = values.slice(0, -1).map((one) => `'${one}'`);
  throw new Refusal(
    400,
    `Invalid value: '${String(value)}'. Supported values are: ${others.join(', ')}, and '${values.at(-1)}'. (${where})`,
  );
}

function readInput(input: unknown): Item[] {
  if (typeof input === 'string' && input) return [{ role: 'user', content: [{ type: 'input_text', text: input }] }];
  const items = Array.isArray(input) ? input.filter(isRecord) : [];
  if (items.length === 0) throw new Refusal(400, "Missing required parameter: 'input'.");
  return items;
}

const details = ['low', 'high', 'auto', 'original'];

/** Every picture that an item holds, decoded. Throws Refusal for what is none. */
export function picturesIn(item: Item, where: string): SentPicture[] {
  if (item.type === 'computer_call_output') {
    const { output } = item;
    if (!isRecord(output) || output.type !== 'computer_screenshot')
      throw new Refusal(400, `Invalid value: '${where}.output'. Expected an object of type 'computer_screenshot'.`);
    return [readImage(output, `${where}.output`)];
  }
  const parts = item.type === 'function_call_output' ? item.output : item.content;
  if (!Array.isArray(parts)) return [];
  return parts
    .filter(isRecord)
    .flatMap((part, index) => (part.type === 'input_image' ? [readImage(part, `${where}.content[${index}]`)] : []));
}

function readImage({ image_url: url, detail }: Item, where: string): SentPicture {
  if (detail !== undefined) checkValue(`${where}.detail`, detail, details);
  if (typeof url !== 'string') throw new Refusal(400, `Missing required parameter: '${where}.image_url'.`);
  const picture = /^data:image\/[a-z]+;base64,/.test(url) ? readPictureText(url) : undefined;
  if (!picture || picture.type === 'unknown')
    throw new Refusal(
      400,
      'The image data you provided does not represent a valid image. Please check your input and try again.',
    );
  return picture;
}

/** The order of a conversation: each call answered once, after it was made, with what was asked to be acknowledged. */
export function checkOrder(context: readonly Item[], tool: Asked['tool']): void {
  const open = new Map<string, Item>();
  const seen = new Set<string>();
  const ids = new Set<string>();
  for (const item of context) {
    if (typeof item.id === 'string') {
      if (ids.has(item.id))
        throw new Refusal(
          400,
          `Duplicate item found with id ${item.id}. Remove duplicate items from your input and try again.`,
        );
      ids.add(item.id);
    }
    const id = String(item.call_id);
    if (item.type === 'computer_call' || item.type === 'function_call') {
      open.set(id, item);
      seen.add(id);
      continue;
    }
    if (item.type !== 'computer_call_output' && item.type !== 'function_call_output') {
      if (item.role === 'user') checkAnswered(open);
      continue;
    }
    const kind = item.type === 'computer_call_output' ? 'computer' : 'function';
    const call = open.get(id);
    if (!call && seen.has(id)) throw new Refusal(400, `Duplicate tool output for ${kind} call ${id}.`);
    if (call?.type !== `${kind}_call`)
      throw new Refusal(400, `No tool call found for ${kind} call output with call_id ${id}.`);
    if (kind === 'computer') checkAcknowledged(call, item, tool);
    open.delete(id);
  }
  checkAnswered(open);
}

function checkAnswered(open: ReadonlyMap<string, Item>): void {
  for (const [id, { type }] of open)
    throw new Refusal(
      400,
      `No tool output found for ${type === 'computer_call' ? 'computer' : 'function'} call ${id}.`,
    );
}

function checkAcknowledged(call: Item, output: Item, tool: Asked['tool']): void {
  const idsOf = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter(isRecord).map(({ id }) => String(id)) : [];
  const pending = idsOf(call.pending_safety_checks);
  const { acknowledged_safety_checks: given } = output;
  const acknowledged = idsOf(given);
  if (pending.length === 0 && tool === 'computer' && given !== undefined)
    throw new Refusal(400, '`acknowledged_safety_checks` is not supported for the "computer" tool.');
  const stray = acknowledged.find((id) => !pending.includes(id));
  if (stray !== undefined) throw new Refusal(400, `No pending safety check found with id '${stray}'.`);
  const missing = pending.filter((id) => !acknowledged.includes(id));
  if (missing.length > 0)
    throw new Refusal(
      400,
      `Computer tool has unacknowledged safety check for [${missing.map((id) => `'${id}'`).join(', ')}]`,
    );
}

/** What is played back of the provider's own words: all of it, in order, unchanged, and readable for a provider that kept none of it. */
export function checkReplay(input: readonly Item[], kept: readonly Kept[]): void {
  const places = new Map(input.map((item, index) => [item.id, index]));
  const at = (id: unknown): number => places.get(id) ?? -1;
  for (const { output, stored } of kept) {
    const played = output.filter(({ id }) => at(id) >= 0);
    for (const item of played) {
      const given = input[at(item.id)];
      if (given !== item && !isDeepStrictEqual(given, item))
        throw new Refusal(400, `Item '${String(item.id)}' of type '${String(item.type)}' is not what the model said.`);
      if (item.type === 'reasoning' && !stored && typeof item.encrypted_content !== 'string')
        throw new Refusal(
          404,
          `Item with id '${String(item.id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        );
    }
    for (const [index, item] of output.entries()) {
      const next = output[index + 1];
      if (item.type !== 'reasoning' || !next) continue;
      if (at(item.id) < 0 && at(next.id) >= 0)
        throw new Refusal(
          400,
          `Item '${String(next.id)}' of type '${String(next.type)}' was provided without its required 'reasoning' item: '${String(item.id)}'.`,
        );
      if (at(item.id) >= 0 && at(next.id) !== at(item.id) + 1)
        throw new Refusal(
          400,
          `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`,
        );
    }
  }
}
