import { isRecord } from '../../core/record.js';
import { type ContractRequest, Refusal, type SentPicture, type Told } from '../contract.js';
import { readPictureText } from '../sent-picture.js';

const mostPictures = 3;

/** One message, as far as the rules go. */
export interface Spoken {
  role: string;
  text: string;
  pictures: SentPicture[];
}

/** What holds for every request: the address, the key, the fields, the roles, the order of parts, the number of pictures. */
export function readMessages(
  { method, path, headers, body }: ContractRequest,
  address: RegExp,
  fields: readonly string[],
  order: 'text first' | 'image first',
): Spoken[] {
  if (method !== 'POST' || !address.test(path)) throw new Refusal(404, `There is no ${method} ${path}.`);
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) throw new Refusal(401, 'The key is missing.');
  if (!isRecord(body)) throw new Refusal(400, 'The body is no JSON object.');
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown) throw new Refusal(400, `Unknown field: ${unknown}.`);
  if (body.temperature !== 0) throw new Refusal(400, 'temperature must be 0.');
  if (body.max_tokens !== 1024) throw new Refusal(400, 'max_tokens must be 1024.');
  if (fields.includes('model') && (typeof body.model !== 'string' || body.model === ''))
    throw new Refusal(404, 'The model does not exist.');
  const messages = Array.isArray(body.messages) ? body.messages.map((one) => readMessage(one, order)) : [];
  const spoken = messages.filter(({ role }) => role !== 'system');
  if (spoken.length === 0) throw new Refusal(400, 'There are no messages.');
  for (const [index, { role }] of spoken.entries())
    if (role !== (index % 2 === 0 ? 'user' : 'assistant'))
      throw new Refusal(400, 'Roles must alternate user/assistant/user/assistant.');
  const last = spoken.at(-1);
  if (last?.role !== 'user') throw new Refusal(400, 'The last message must be from the user.');
  if (isPlain(messages)) return messages;
  if (
    last.pictures.length !== 1 &&
    !/There is no screenshot of this moment|which the screenshot does not show/.test(last.text)
  )
    throw new Refusal(400, 'The last message must show the screen.');
  const pictures = spoken.flatMap((one) => one.pictures);
  if (pictures.length > mostPictures)
    throw new Refusal(400, `At most ${mostPictures} image(s) may be provided in one prompt.`);
  if (pictures.some((one, index) => index > 0 && pictures[index - 1]?.bytes.equals(one.bytes)))
    throw new Refusal(400, 'The same image was sent twice in a row.');
  return messages;
}

/** A question about a text, with no screen to act on. */
export function isPlain([only, ...others]: readonly Spoken[]): boolean {
  return only?.role === 'user' && others.length === 0 && only.pictures.length === 0 && only.text.includes('<text>');
}

function readMessage(message: unknown, order: 'text first' | 'image first'): Spoken {
  const { role, content } = isRecord(message) ? message : {};
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    throw new Refusal(400, `Unexpected role ${String(role)}.`);
  if (role !== 'user') {
    if (typeof content !== 'string' || content === '') throw new Refusal(400, `The ${role} message must be a text.`);
    return { role, text: content, pictures: [] };
  }
  const parts = Array.isArray(content) ? content.filter(isRecord) : [{ type: 'text', text: content }];
  const pictures = parts.filter(({ type }) => type === 'image_url').map(pictureIn);
  const texts = parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' && text ? [text] : []));
  if (texts.length !== 1 || pictures.length > 1 || parts.length !== texts.length + pictures.length)
    throw new Refusal(400, 'A user message must be one text and at most one image.');
  const isTextFirst = parts[0]?.type === 'text';
  if (pictures.length > 0 && isTextFirst !== (order === 'text first'))
    throw new Refusal(
      400,
      order === 'text first' ? 'The text must come before the image.' : 'The image must come before the text.',
    );
  return { role, text: texts[0] ?? '', pictures };
}

function pictureIn({ image_url }: Record<string, unknown>): SentPicture {
  const url = isRecord(image_url) ? image_url.url : undefined;
  if (typeof url !== 'string' || !url.startsWith('data:image/png;base64,'))
    throw new Refusal(400, 'The image must be a data URL of a PNG.');
  const picture = readPictureText(url);
  if (picture.type !== 'image/png') throw new Refusal(400, 'The image is no PNG.');
  return picture;
}

export function tellOf(messages: readonly Spoken[]): Told {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  return {
    turn: 0,
    pictures: messages.flatMap(({ pictures }) => pictures),
    text: since.map(({ text }) => text).join('\n'),
    results: [],
    tools: [],
  };
}

/** The rules, the functions in their own lines of JSON, and the size of the screen. */
export function readPrompt(text: string): { tools: string[]; resolution: { width: number; height: number } } {
  if (!text.startsWith('You are a helpful assistant.\n\n'))
    throw new Refusal(400, 'The system prompt must begin with "You are a helpful assistant." and a blank line.');
  if (!/critical point/i.test(text)) throw new Refusal(400, 'The system prompt must tell of critical points.');
  const lines = /<tools>\n([\s\S]*)\n<\/tools>/.exec(text)?.[1]?.split('\n') ?? [];
  const functions = lines.map(functionIn);
  const [computer] = functions;
  if (computer?.name !== 'computer_use') throw new Refusal(400, 'The first function in <tools> must be computer_use.');
  const stated = /resolution is (\d+)x(\d+)/.exec(computer.description);
  if (!stated) throw new Refusal(400, 'computer_use must state the resolution of the screen.');
  const [width, height] = [Number(stated[1]), Number(stated[2])];
  return { tools: functions.slice(1).map(({ name }) => name), resolution: { width, height } };
}

function functionIn(line: string): { name: string; description: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Refusal(400, 'Each line in <tools> must be JSON.');
  }
  const named = isRecord(value) && isRecord(value.function) ? value.function : {};
  if (typeof named.name !== 'string' || typeof named.description !== 'string' || !isRecord(named.parameters))
    throw new Refusal(400, 'A function in <tools> needs name, description and parameters.');
  return { name: named.name, description: named.description };
}

export function ensureLater(text: string): void {
  const url = /^Current URL: (.*)$/m.exec(text)?.[1];
  if (url !== undefined && (url.includes('?') || url.replace(/ \.\.\.$/, '').length > 100))
    throw new Refusal(400, 'The current URL must be without a query and at most 100 characters long.');
  if (
    !/(Here is the next screenshot|There is no screenshot of this moment)\. Think about what to do next\.$/.test(text)
  )
    throw new Refusal(400, 'A later user message must end with the words about the next screenshot.');
}

export function ensureSize(picture: SentPicture | undefined, width: number, height: number): void {
  if (picture?.width === width && picture.height === height) return;
  throw new Refusal(400, `The image is ${picture?.width}x${picture?.height}, the prompt says ${width}x${height}.`);
}
