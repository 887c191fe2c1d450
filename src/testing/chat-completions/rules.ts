import { isRecord } from '../../core/record.js';
import { Refusal, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';

/** Servers that speak chat completions, each in its own way. */
export const chatFlavours = ['openai', 'ollama', 'lmstudio', 'vllm', 'mistral'] as const;
export type ChatFlavour = (typeof chatFlavours)[number];

export interface ChatRules {
  flavour: ChatFlavour;
  /** Its model calls tools. Default true. */
  tools?: boolean;
  /** Its model is shown pictures. Default true. */
  vision?: boolean;
  /** It takes pictures in results, as few do. Default false. */
  resultPictures?: boolean;
}

export type Fields = Record<string, unknown>;

/** Checks the messages of a request, in order, by the rules of the server. Throws Refusal for the first that is broken. */
export function checkMessages(messages: readonly Fields[], rules: Required<ChatRules>): void {
  let open = new Map<string, boolean>();
  let before = '';
  for (const message of messages) {
    const role = String(message.role);
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(role))
      throw new Refusal(400, `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'tool'.`);
    if (role !== 'tool') checkAnswered(open, rules);
    if (rules.flavour === 'mistral' && role === 'user' && before === 'tool')
      throw new Refusal(400, "Unexpected role 'user' after role 'tool'");
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
  if (flavour === 'mistral') throw new Refusal(400, 'Not the same number of function calls and responses');
  throw new Refusal(
    400,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${left.join(', ')}`,
  );
}

function checkResult(message: Fields, open: Map<string, boolean>, rules: Required<ChatRules>): void {
  const id = message.tool_call_id;
  if (open.size === 0)
    throw new Refusal(
      400,
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    );
  if (typeof id !== 'string' || !open.has(id))
    throw new Refusal(
      400,
      `Invalid parameter: 'tool_call_id' of '${String(id)}' not found in 'tool_calls' of previous message.`,
    );
  if (open.get(id)) throw new Refusal(400, `Duplicate response for tool_call_id ${id}.`);
  open.set(id, true);
  const { content } = message;
  if (typeof content === 'string') return;
  if (rules.flavour === 'ollama')
    throw new Refusal(400, `tool_call_id ${id} is lost: the content of a tool message must be a string`);
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  if (parts.length > 0 && parts.every(({ type }) => type === 'text')) return;
  if (rules.resultPictures) {
    checkContent(message, rules);
    return;
  }
  if (rules.flavour === 'lmstudio')
    throw new Refusal(400, "Invalid 'messages' in payload. The content of a tool must be text.");
  throw new Refusal(
    400,
    "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
  );
}

function callsIn(message: Fields, { flavour }: ChatRules): Map<string, boolean> {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  if (typeof message.content !== 'string' && calls.length === 0)
    throw new Refusal(400, "Invalid value for 'content': expected a string, got null.");
  const open = new Map<string, boolean>();
  for (const call of calls) {
    const called = isRecord(call) && isRecord(call.function) ? call.function : {};
    if (!isRecord(call) || typeof call.id !== 'string' || !call.id || call.type !== 'function' || !called.name)
      throw new Refusal(400, 'Invalid tool call: id, type and function.name are required.');
    if (flavour === 'openai' && !/^[a-zA-Z0-9_-]{1,64}$/.test(String(called.name)))
      throw new Refusal(400, `Invalid 'messages.tool_calls.function.name': '${String(called.name)}'.`);
    if (open.has(call.id)) throw new Refusal(400, `Duplicate tool call id ${call.id}.`);
    if (typeof called.arguments !== 'string')
      throw new Refusal(400, "Invalid type for 'messages.tool_calls.function.arguments': expected a string.");
    if (flavour !== 'openai' && !isJsonObject(called.arguments))
      throw new Refusal(400, `Invalid tool call arguments of ${String(called.name)}: not a JSON object.`);
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
    throw new Refusal(400, "Invalid type for 'messages.content': expected one of a string or array of objects.");
  for (const part of content) {
    if (isRecord(part) && part.type === 'text' && typeof part.text === 'string') continue;
    const url =
      isRecord(part) && part.type === 'image_url' && isRecord(part.image_url) ? part.image_url.url : undefined;
    if (typeof url !== 'string')
      throw new Refusal(400, "Invalid value for 'messages.content.type': 'text' or 'image_url'.");
    if (!vision) throw new Refusal(400, noImages[flavour]);
    checkPicture(url, flavour);
  }
}

function checkPicture(url: string, flavour: ChatFlavour): void {
  if (/^https?:/.test(url)) {
    if (flavour !== 'ollama') return;
    throw new Refusal(400, 'image URLs are not currently supported, please use base64 encoded data instead');
  }
  const [, type] = /^data:image\/(jpe?g|png|webp);base64,/.exec(url) ?? [];
  const { type: real } = readPictureText(url);
  if (type === undefined || real !== `image/${type.replace('jpg', 'jpeg')}`)
    throw new Refusal(400, 'invalid image input: expected base64 encoded jpeg, png or webp');
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

/** What a message says, without its pictures. */
export function textIn({ content }: Fields): string {
  if (typeof content === 'string') return content;
  return (Array.isArray(content) ? content : [])
    .map((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}
