import { isRecord } from '../core/record.js';
import { type ContractRequest, Refusal, type SentPicture } from './contract.js';
import { readPictureText } from './sent-picture.js';

/** A message to a chat server whose models see pictures. */
export interface PictureMessage {
  role: string;
  text: string;
  /** Pictures of the screen. */
  pictures: SentPicture[];
  /** Pictures that a text before them says are attached. */
  attached: SentPicture[];
}

export interface PictureChat {
  body: Record<string, unknown>;
  messages: PictureMessage[];
}

/** Both sides a multiple of `factor`, the area within bounds: what these models leave as it is. */
export interface PictureRule {
  factor: number;
  least: number;
  most: number;
}

/** Reads a request for a chat completion and checks what every server of this kind checks. */
export function readPictureChat({ method, path, body }: ContractRequest): PictureChat {
  if (method !== 'POST' || !path.endsWith('/chat/completions'))
    throw new Refusal(404, `There is no ${method} ${path}.`);
  if (!isRecord(body)) throw new Refusal(400, 'The body is no JSON object.');
  if (typeof body.model !== 'string' || !body.model) throw new Refusal(400, 'model: Field required');
  if (!Array.isArray(body.messages) || body.messages.length === 0) throw new Refusal(400, 'messages: Field required');
  if (body.temperature !== 0) throw new Refusal(400, 'temperature must be 0: these models act by their first choice.');
  return { body, messages: body.messages.map(readMessage) };
}

function readMessage(message: unknown, index: number): PictureMessage {
  const where = `messages[${index}]`;
  if (!isRecord(message)) throw new Refusal(400, `${where} is no object.`);
  const role = String(message.role);
  const { content } = message;
  if (typeof content === 'string') {
    if (content === '') throw new Refusal(400, `${where}.content is empty.`);
    return { role, text: content, pictures: [], attached: [] };
  }
  if (!Array.isArray(content) || content.length === 0)
    throw new Refusal(400, `${where}.content is no text and no list.`);
  if (role !== 'user') throw new Refusal(400, `${where}: only a user's content can be a list.`);
  const texts: string[] = [];
  const read: PictureMessage = { role, text: '', pictures: [], attached: [] };
  let isAttached = false;
  for (const part of content.filter(isRecord)) {
    if (part.type === 'text' && typeof part.text === 'string' && part.text !== '') {
      texts.push(part.text);
      isAttached = part.text.startsWith('Attached picture: ');
    } else if (part.type === 'image_url') {
      (isAttached ? read.attached : read.pictures).push(readPart(part, where));
      isAttached = false;
    } else throw new Refusal(400, `${where}.content: Unexpected item type in content.`);
  }
  return { ...read, text: texts.join('\n') };
}

function readPart({ image_url: image }: Record<string, unknown>, where: string): SentPicture {
  const url = isRecord(image) ? image.url : undefined;
  if (typeof url !== 'string' || !/^data:image\/(png|jpeg|webp);base64,/.test(url))
    throw new Refusal(400, `${where}: image URLs are not currently supported, please use base64 encoded data instead`);
  const picture = readPictureText(url);
  if (picture.type === 'unknown') throw new Refusal(400, `${where}: Failed to load image: cannot identify image file`);
  if (!url.startsWith(`data:${picture.type};`)) throw new Refusal(400, `${where}: the picture is ${picture.type}.`);
  return picture;
}

/** Who speaks when: an optional system message, then user and assistant in turn, the user first and last. */
export function checkRoles(messages: readonly PictureMessage[], hasSystem: boolean): void {
  const roles = messages.map(({ role }) => role);
  const other = roles.find((role) => !['system', 'user', 'assistant'].includes(role));
  if (other !== undefined) throw new Refusal(400, `Unexpected role '${other}': this model was taught none such.`);
  if ((roles[0] === 'system') !== hasSystem)
    throw new Refusal(
      400,
      hasSystem ? 'The first message must be the system prompt.' : 'This model has no system prompt.',
    );
  const turns = hasSystem ? roles.slice(1) : roles;
  if (turns.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant')))
    throw new Refusal(400, 'Conversation roles must alternate user/assistant/user/assistant/...');
  if (turns.at(-1) !== 'user') throw new Refusal(400, 'The last message must be from the user.');
}

/** How many pictures, and of which size. */
export function checkPictures(messages: readonly PictureMessage[], most: number, rule: PictureRule): SentPicture[] {
  const pictures = messages.flatMap((message) => message.pictures);
  const count = pictures.length + messages.flatMap(({ attached }) => attached).length;
  if (count > most) throw new Refusal(400, `At most ${most} image(s) may be provided in one request, not ${count}.`);
  if (pictures.length === 0) throw new Refusal(400, 'There is no screenshot to act on.');
  for (const { type, width, height } of pictures) {
    const { factor } = rule;
    if (type !== 'image/png') throw new Refusal(400, `A screenshot must be a PNG, not ${type}.`);
    if (width % factor !== 0 || height % factor !== 0)
      throw new Refusal(400, `${width}x${height} would be resized: both sides must be multiples of ${factor}.`);
    if (width * height < rule.least || width * height > rule.most)
      throw new Refusal(400, `${width}x${height} would be resized: its area must be ${rule.least} to ${rule.most}.`);
  }
  return pictures;
}

/** What was said to the model since it spoke last. */
export function sinceAnswer(messages: readonly PictureMessage[]): PictureMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

/** An answer as such a server gives it. */
export function chatBody(message: Record<string, unknown>, finish = 'stop'): Record<string, unknown> {
  return {
    id: 'chatcmpl-contract',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'contract',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish, logprobs: null }],
    usage: { prompt_tokens: 1_200, completion_tokens: 40, total_tokens: 1_240 },
  };
}

export function chatError(status: number, message: string): Record<string, unknown> {
  return {
    error: { message, type: status < 500 ? 'BadRequestError' : 'InternalServerError', param: null, code: status },
  };
}
