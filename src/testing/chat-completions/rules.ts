import { isRecord } from '../../core/is-record.js';
import { reject, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';

/** Chat completions servers with different rules. */
export const chatFlavours = ['openai', 'ollama', 'lmstudio', 'vllm', 'mistral'] as const;
export type ChatFlavour = (typeof chatFlavours)[number];

export interface ChatRules {
  flavour: ChatFlavour;
  /** The model supports tools. Default true. */
  tools?: boolean;
  /** The model supports pictures. Default true. */
  vision?: boolean;
  /** Results may hold pictures, which few servers accept. Default false. */
  resultPictures?: boolean;
}

export type Fields = Record<string, unknown>;

/** Checks the messages of a request by the rules of the server. Throws ContractViolation for the first broken rule. */
export function checkMessages(messages: readonly Fields[], rules: Required<ChatRules>): void {
  let open = new Map<string, boolean>();
  let before = '';
  for (const message of messages) {
    const role = String(message.role);
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(role))
      reject(`Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'tool'.`);
    if (role !== 'tool') checkAnswered(open, rules);
    if (rules.flavour === 'mistral' && role === 'user' && before === 'tool')
      reject("Unexpected role 'user' after role 'tool'");
    if (role === 'tool') checkResult(message, open, rules);
    else if (role === 'assistant') open = callsIn(message, rules);
    else checkContent(message, rules);
    before = role;
  }
  checkAnswered(open, rules);
}

function checkAnswered(open: Map<string, boolean>, { flavour }: ChatRules): void {
  const left = [...open].filter(([, isAnswered]) => !isAnswered).map(([id]) => id);
  if (left.length === 0) return;
  if (flavour === 'mistral') reject('Not the same number of function calls and responses');
  reject(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${left.join(', ')}`,
  );
}

function checkResult(message: Fields, open: Map<string, boolean>, rules: Required<ChatRules>): void {
  const id = message.tool_call_id;
  if (open.size === 0)
    reject(
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    );
  if (typeof id !== 'string' || !open.has(id))
    reject(`Invalid parameter: 'tool_call_id' of '${String(id)}' not found in 'tool_calls' of previous message.`);
  if (open.get(id)) reject(`Duplicate response for tool_call_id ${id}.`);
  open.set(id, true);
  const { content } = message;
  if (typeof content === 'string') return;
  if (rules.flavour === 'ollama') reject(`tool_call_id ${id} is lost: the content of a tool message must be a string`);
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  if (parts.length > 0 && parts.every(({ type }) => type === 'text')) return;
  if (rules.resultPictures) {
    checkContent(message, rules);
    return;
  }
  if (rules.flavour === 'lmstudio') reject("Invalid 'messages' in payload. The content of a tool must be text.");
  reject(
    "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
  );
}

function callsIn(message: Fields, { flavour }: ChatRules): Map<string, boolean> {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  if (typeof message.content !== 'string' && calls.length === 0)
    reject("Invalid value for 'content': expected a string, got null.");
  const open = new Map<string, boolean>();
  for (const call of calls) {
    const called = isRecord(call) && isRecord(call.function) ? call.function : {};
    if (!isRecord(call) || typeof call.id !== 'string' || !call.id || call.type !== 'function' || !called.name)
      reject('Invalid tool call: id, type and function.name are required.');
    if (flavour === 'openai' && !/^[a-zA-Z0-9_-]{1,64}$/.test(String(called.name)))
      reject(`Invalid 'messages.tool_calls.function.name': '${String(called.name)}'.`);
    if (open.has(call.id)) reject(`Duplicate tool call id ${call.id}.`);
    if (typeof called.arguments !== 'string')
      reject("Invalid type for 'messages.tool_calls.function.arguments': expected a string.");
    if (flavour !== 'openai' && !isJsonObject(called.arguments))
      reject(`Invalid tool call arguments of ${String(called.name)}: not a JSON object.`);
    open.set(call.id, false);
  }
  return open;
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

const noImages: Readonly<Record<ChatFlavour, string>> = {
  openai: 'Invalid content type. image_url is only supported by certain models.',
  ollama: 'this model does not support image input',
  lmstudio: 'Model does not support images. Please use a model that does.',
  vllm: 'the model is not a multimodal model',
  mistral: 'Image input is not enabled for this model',
};

function checkContent({ content }: Fields, { flavour, vision }: Required<ChatRules>): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content) || content.length === 0)
    reject("Invalid type for 'messages.content': expected one of a string or array of objects.");
  for (const part of content) {
    if (isRecord(part) && part.type === 'text' && typeof part.text === 'string') continue;
    const url =
      isRecord(part) && part.type === 'image_url' && isRecord(part.image_url) ? part.image_url.url : undefined;
    if (typeof url !== 'string') reject("Invalid value for 'messages.content.type': 'text' or 'image_url'.");
    if (!vision) reject(noImages[flavour]);
    checkPicture(url, flavour);
  }
}

function checkPicture(url: string, flavour: ChatFlavour): void {
  if (/^https?:/.test(url)) {
    if (flavour !== 'ollama') return;
    reject('image URLs are not currently supported, please use base64 encoded data instead');
  }
  const [, type] = /^data:image\/(jpe?g|png|webp);base64,/.exec(url) ?? [];
  const { type: real } = readPictureText(url);
  if (type === undefined || real !== `image/${type.replace('jpg', 'jpeg')}`)
    reject('invalid image input: expected base64 encoded jpeg, png or webp');
}

/** The pictures of messages, in order. */
export function picturesIn(messages: readonly Fields[]): SentPicture[] {
  return messages.flatMap(({ content }) =>
    (Array.isArray(content) ? content : []).flatMap((part: unknown) => {
      const url = isRecord(part) && isRecord(part.image_url) ? part.image_url.url : undefined;
      return typeof url === 'string' && url.startsWith('data:') ? [readPictureText(url)] : [];
    }),
  );
}

/** The text of a message. */
export function textIn({ content }: Fields): string {
  if (typeof content === 'string') return content;
  return (Array.isArray(content) ? content : [])
    .map((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}
