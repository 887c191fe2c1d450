import { isRecord } from '../../core/is-record.js';
import { type ContractRequest, type ModelInput, reject, type SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';

const maxPictures = 3;

export interface FaraMessage {
  role: string;
  text: string;
  pictures: SentPicture[];
}

/** Checks the rules of every request: path, key, fields, roles, order of parts, number of pictures. */
export function readMessages(
  { method, path, headers, body }: ContractRequest,
  address: RegExp,
  fields: readonly string[],
  order: 'text first' | 'image first',
): FaraMessage[] {
  if (method !== 'POST' || !address.test(path)) reject(`There is no ${method} ${path}.`, 404);
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) reject('The key is missing.', 401);
  if (!isRecord(body)) reject('The body is not a JSON object.');
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown) reject(`Unknown field: ${unknown}.`);
  if (body.temperature !== 0) reject('temperature must be 0.');
  if (body.max_tokens !== 1024) reject('max_tokens must be 1024.');
  if (fields.includes('model') && (typeof body.model !== 'string' || body.model === ''))
    reject('The model does not exist.', 404);
  const messages = Array.isArray(body.messages) ? body.messages.map((one) => readMessage(one, order)) : [];
  const turns = messages.filter(({ role }) => role !== 'system');
  if (turns.length === 0) reject('There are no messages.');
  for (const [index, { role }] of turns.entries())
    if (role !== (index % 2 === 0 ? 'user' : 'assistant'))
      reject('Roles must alternate user/assistant/user/assistant.');
  const last = turns.at(-1);
  if (last?.role !== 'user') reject('The last message must be from the user.');
  if (isTextRequest(messages)) return messages;
  if (
    last.pictures.length !== 1 &&
    !/No screenshot is available for this step|which the screenshot does not show/.test(last.text)
  )
    reject('The last message must show the screen.');
  const pictures = turns.flatMap((one) => one.pictures);
  if (pictures.length > maxPictures) reject(`At most ${maxPictures} image(s) may be provided in one prompt.`);
  if (pictures.some((one, index) => index > 0 && pictures[index - 1]?.bytes.equals(one.bytes)))
    reject('The same image was sent twice in a row.');
  return messages;
}

/** Whether the request is about a text, without a screen. */
export function isTextRequest([only, ...others]: readonly FaraMessage[]): boolean {
  return only?.role === 'user' && others.length === 0 && only.pictures.length === 0 && only.text.includes('<text>');
}

function readMessage(message: unknown, order: 'text first' | 'image first'): FaraMessage {
  const { role, content } = isRecord(message) ? message : {};
  if (role !== 'user' && role !== 'assistant' && role !== 'system') reject(`Unexpected role ${String(role)}.`);
  if (role !== 'user') {
    if (typeof content !== 'string' || content === '') reject(`The ${role} message must be a text.`);
    return { role, text: content, pictures: [] };
  }
  const parts = Array.isArray(content) ? content.filter(isRecord) : [{ type: 'text', text: content }];
  const pictures = parts.filter(({ type }) => type === 'image_url').map(pictureIn);
  const texts = parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' && text ? [text] : []));
  if (texts.length !== 1 || pictures.length > 1 || parts.length !== texts.length + pictures.length)
    reject('A user message must be one text and at most one image.');
  const isTextFirst = parts[0]?.type === 'text';
  if (pictures.length > 0 && isTextFirst !== (order === 'text first'))
    reject(order === 'text first' ? 'The text must come before the image.' : 'The image must come before the text.');
  return { role, text: texts[0] ?? '', pictures };
}

function pictureIn({ image_url }: Record<string, unknown>): SentPicture {
  const url = isRecord(image_url) ? image_url.url : undefined;
  if (typeof url !== 'string' || !url.startsWith('data:image/png;base64,'))
    reject('The image must be a data URL of a PNG.');
  const picture = readPictureText(url);
  if (picture.type !== 'image/png') reject('The image is not a PNG.');
  return picture;
}

export function toModelInput(messages: readonly FaraMessage[]): ModelInput {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  return {
    turn: 0,
    pictures: messages.flatMap(({ pictures }) => pictures),
    text: since.map(({ text }) => text).join('\n'),
    results: [],
    tools: [],
  };
}

/** Checks the system prompt: the rules, one function per line, and the resolution. */
export function readPrompt(text: string): { tools: string[]; resolution: { width: number; height: number } } {
  if (!text.startsWith('You are a helpful assistant.\n\n'))
    reject('The system prompt must start with "You are a helpful assistant." and a blank line.');
  if (!/critical point/i.test(text)) reject('The system prompt must explain critical points.');
  const lines = /<tools>\n([\s\S]*)\n<\/tools>/.exec(text)?.[1]?.split('\n') ?? [];
  const functions = lines.map(functionIn);
  const [computer] = functions;
  if (computer?.name !== 'computer_use') reject('The first function in <tools> must be computer_use.');
  const stated = /resolution is (\d+)x(\d+)/.exec(computer.description);
  if (!stated) reject('computer_use must state the resolution of the screen.');
  const [width, height] = [Number(stated[1]), Number(stated[2])];
  return { tools: functions.slice(1).map(({ name }) => name), resolution: { width, height } };
}

function functionIn(line: string): { name: string; description: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    reject('Each line in <tools> must be JSON.');
  }
  const named = isRecord(value) && isRecord(value.function) ? value.function : {};
  if (typeof named.name !== 'string' || typeof named.description !== 'string' || !isRecord(named.parameters))
    reject('A function in <tools> needs name, description and parameters.');
  return { name: named.name, description: named.description };
}

export function checkLaterMessage(text: string): void {
  const url = /^Current URL: (.*)$/m.exec(text)?.[1];
  if (url !== undefined && (url.includes('?') || url.replace(/ \.\.\.$/, '').length > 100))
    reject('The current URL must be without a query and at most 100 characters long.');
  if (
    !/(Here is the next screenshot|No screenshot is available for this step)\. Think about what to do next\.$/.test(
      text,
    )
  )
    reject('A later user message must end with the sentence about the next screenshot.');
}

export function checkSize(picture: SentPicture | undefined, width: number, height: number): void {
  if (picture?.width === width && picture.height === height) return;
  reject(`The image is ${picture?.width}x${picture?.height}, the prompt says ${width}x${height}.`);
}
