import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../core/is-record.js';
import { type ContractRequest, reject, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';

export type Item = Record<string, unknown>;

/** A response as the provider stores it. */
export interface StoredResponse {
  id: string;
  /** The conversation before it, and its output. */
  context: Item[];
  output: Item[];
  stored: boolean;
  /** The number of pictures in the context. */
  pictures: number;
}

/** A request with a valid form. */
export interface RequestForm {
  model: string;
  tool: 'computer' | 'computer_use_preview' | undefined;
  functions: string[];
  input: Item[];
  previous: string | undefined;
  store: boolean;
  encrypts: boolean;
}

/** Checks the form of a request: path, key, model and tools. */
export function readForm({ method, path, headers, body }: ContractRequest): RequestForm {
  if (method !== 'POST' || path.split('?')[0] !== '/v1/responses') reject(`Invalid URL (${method} ${path})`, 404);
  if (!/^Bearer \S/.test(headers.authorization ?? ''))
    reject(
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      401,
    );
  if (!isRecord(body)) reject('We could not parse the JSON body of your request.');
  const { model, tools, input, previous_response_id: previous, store, include, truncation } = body;
  if (typeof model !== 'string' || !model) reject("Missing required parameter: 'model'.");
  const declared = Array.isArray(tools) ? tools.filter(isRecord) : [];
  for (const [index, tool] of declared.entries()) checkTool(tool, `tools[${index}]`, model);
  const computer = declared.find(({ type }) => type === 'computer' || type === 'computer_use_preview');
  if (computer?.type === 'computer_use_preview' && truncation !== 'auto')
    reject("The computer_use_preview tool requires 'truncation' to be 'auto'.");
  return {
    model,
    tool: computer?.type === 'computer' || computer?.type === 'computer_use_preview' ? computer.type : undefined,
    functions: declared.flatMap(({ type, name }) => (type === 'function' ? [String(name)] : [])),
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
    if (field !== undefined) reject(`Unknown parameter: '${where}.${field}'.`);
    if (isPreview) reject(`Hosted tool 'computer' is not supported with ${model}.`);
  } else if (tool.type === 'computer_use_preview') {
    if (!isPreview) reject(`Hosted tool 'computer_use_preview' is not supported with ${model}.`);
    for (const field of ['display_width', 'display_height', 'environment'])
      if (tool[field] === undefined) reject(`Missing required parameter: '${where}.${field}'.`);
    for (const field of ['display_width', 'display_height'])
      if (!(Number.isInteger(tool[field]) && Number(tool[field]) > 0))
        reject(`Invalid type for '${where}.${field}': expected an integer.`);
    checkValue(`${where}.environment`, tool.environment, environments);
  } else if (tool.type === 'function') {
    if (typeof tool.name !== 'string' || !/^[\w-]{1,64}$/.test(tool.name))
      reject(`Invalid '${where}.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`);
    if (!isRecord(tool.parameters)) reject(`Missing required parameter: '${where}.parameters'.`);
  } else
    reject(
      `Invalid value: '${String(tool.type)}'. Supported values are: 'function', 'computer' and 'computer_use_preview'.`,
    );
}

function checkValue(where: string, value: unknown, values: readonly string[]): void {
  if (values.some((one) => one === value)) return;
  const others = values.slice(0, -1).map((one) => `'${one}'`);
  reject(
    `Invalid value: '${String(value)}'. Supported values are: ${others.join(', ')}, and '${values.at(-1)}'. (${where})`,
  );
}

function readInput(input: unknown): Item[] {
  if (typeof input === 'string' && input) return [{ role: 'user', content: [{ type: 'input_text', text: input }] }];
  const items = Array.isArray(input) ? input.filter(isRecord) : [];
  if (items.length === 0) reject("Missing required parameter: 'input'.");
  return items;
}

const details = ['low', 'high', 'auto', 'original'];

/** The pictures of an item, decoded. Throws ContractViolation for an invalid one. */
export function picturesIn(item: Item, where: string): SentPicture[] {
  if (item.type === 'computer_call_output') {
    const { output } = item;
    if (!isRecord(output) || output.type !== 'computer_screenshot')
      reject(`Invalid value: '${where}.output'. Expected an object of type 'computer_screenshot'.`);
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
  if (typeof url !== 'string') reject(`Missing required parameter: '${where}.image_url'.`);
  const picture = /^data:image\/[a-z]+;base64,/.test(url) ? readPictureText(url) : undefined;
  if (!picture || picture.type === 'unknown')
    reject('The image data you provided does not represent a valid image. Please check your input and try again.');
  return picture;
}

/** Checks that each call has one output after it, with its safety checks acknowledged. */
export function checkOrder(context: readonly Item[], tool: RequestForm['tool']): void {
  const open = new Map<string, Item>();
  const seen = new Set<string>();
  const ids = new Set<string>();
  for (const item of context) {
    if (typeof item.id === 'string') {
      if (ids.has(item.id))
        reject(`Duplicate item found with id ${item.id}. Remove duplicate items from your input and try again.`);
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
    if (!call && seen.has(id)) reject(`Duplicate tool output for ${kind} call ${id}.`);
    if (call?.type !== `${kind}_call`) reject(`No tool call found for ${kind} call output with call_id ${id}.`);
    if (kind === 'computer') checkAcknowledged(call, item, tool);
    open.delete(id);
  }
  checkAnswered(open);
}

function checkAnswered(open: ReadonlyMap<string, Item>): void {
  for (const [id, { type }] of open)
    reject(`No tool output found for ${type === 'computer_call' ? 'computer' : 'function'} call ${id}.`);
}

function checkAcknowledged(call: Item, output: Item, tool: RequestForm['tool']): void {
  const idsOf = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter(isRecord).map(({ id }) => String(id)) : [];
  const pending = idsOf(call.pending_safety_checks);
  const { acknowledged_safety_checks: given } = output;
  const acknowledged = idsOf(given);
  if (pending.length === 0 && tool === 'computer' && given !== undefined)
    reject('`acknowledged_safety_checks` is not supported for the "computer" tool.');
  const stray = acknowledged.find((id) => !pending.includes(id));
  if (stray !== undefined) reject(`No pending safety check found with id '${stray}'.`);
  const missing = pending.filter((id) => !acknowledged.includes(id));
  if (missing.length > 0)
    reject(`Computer tool has unacknowledged safety check for [${missing.map((id) => `'${id}'`).join(', ')}]`);
}

/** Checks that the provider's own items come back complete, in order and unchanged, and encrypted if they were not stored. */
export function checkReplay(input: readonly Item[], responses: readonly StoredResponse[]): void {
  const positions = new Map(input.map((item, index) => [item.id, index]));
  const at = (id: unknown): number => positions.get(id) ?? -1;
  for (const { output, stored } of responses) {
    const played = output.filter(({ id }) => at(id) >= 0);
    for (const item of played) {
      const given = input[at(item.id)];
      if (given !== item && !isDeepStrictEqual(given, item))
        reject(`Item '${String(item.id)}' of type '${String(item.type)}' was changed.`);
      if (item.type === 'reasoning' && !stored && typeof item.encrypted_content !== 'string')
        reject(
          `Item with id '${String(item.id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
          404,
        );
    }
    for (const [index, item] of output.entries()) {
      const next = output[index + 1];
      if (item.type !== 'reasoning' || !next) continue;
      if (at(item.id) < 0 && at(next.id) >= 0)
        reject(
          `Item '${String(next.id)}' of type '${String(next.type)}' was provided without its required 'reasoning' item: '${String(item.id)}'.`,
        );
      if (at(item.id) >= 0 && at(next.id) !== at(item.id) + 1)
        reject(`Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`);
    }
  }
}
