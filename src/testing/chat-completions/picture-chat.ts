import { isRecord } from '../../core/is-record.js';
import { type Contract, type ContractRequest, type ModelInput, reject, type SentPicture } from '../contract.js';
import type { Intent } from '../intent.js';
import { readPictureText } from '../sent-picture.js';

/** A message to a chat server with a vision model. */
export interface PictureMessage {
  role: string;
  text: string;
  /** Pictures of the screen. */
  pictures: SentPicture[];
  /** Attached pictures: a text before each says so. */
  attached: SentPicture[];
}

/** A request that passed the rules of all chat servers with a vision model. */
interface PictureChat {
  body: Record<string, unknown>;
  messages: PictureMessage[];
  pictures: SentPicture[];
  /** The messages since the model's last reply, and their text. */
  since: PictureMessage[];
  text: string;
}

/** The sizes that these models do not resize: both sides a multiple of `factor`, the area within limits. */
export interface PictureRule {
  factor: number;
  minPixels: number;
  maxPixels: number;
}

/** What one model adds to the rules of all chat servers with a vision model. */
interface PictureModel {
  name: string;
  /** Whether the first message is the system prompt. */
  hasSystem: boolean;
  maxPictures: number;
  rule: PictureRule;
  readInput(chat: PictureChat): Pick<ModelInput, 'text' | 'results' | 'tools'>;
  reply(intents: readonly Intent[], modelInput: ModelInput): unknown;
}

/** A chat server with a vision model that expects a PNG of a size it does not resize. */
export function pictureContract({
  name,
  hasSystem,
  maxPictures,
  rule,
  readInput,
  reply,
}: PictureModel): Contract<undefined> {
  return {
    name,
    createState: () => undefined,
    readRequest(request) {
      const { body, messages } = readPictureChat(request);
      checkRoles(messages, hasSystem);
      const pictures = checkPictures(messages, maxPictures, rule);
      const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
      const text = since.map((message) => message.text).join('\n');
      return { turn: 0, pictures, ...readInput({ body, messages, pictures, since, text }) };
    },
    respond(intents, modelInput) {
      const refused = intents.find((intent) => intent.do === 'refuse');
      return refused ? completionBody({ content: null, refusal: refused.reason }) : reply(intents, modelInput);
    },
    errorBody: (status, message) => ({
      error: { message, type: status < 500 ? 'BadRequestError' : 'InternalServerError', param: null, code: status },
    }),
  };
}

/** Reads a request and checks the rules that all servers of this kind share. */
function readPictureChat({ method, path, body }: ContractRequest): Pick<PictureChat, 'body' | 'messages'> {
  if (method !== 'POST' || !path.endsWith('/chat/completions')) reject(`There is no ${method} ${path}.`, 404);
  if (!isRecord(body)) reject('The body is not a JSON object.');
  if (typeof body.model !== 'string' || !body.model) reject('model: Field required');
  if (!Array.isArray(body.messages) || body.messages.length === 0) reject('messages: Field required');
  if (body.temperature !== 0) reject('temperature must be 0: these models act greedily.');
  return { body, messages: body.messages.map(readMessage) };
}

function readMessage(message: unknown, index: number): PictureMessage {
  const where = `messages[${index}]`;
  if (!isRecord(message)) reject(`${where} is not an object.`);
  const role = String(message.role);
  const { content } = message;
  if (typeof content === 'string') {
    if (content === '') reject(`${where}.content is empty.`);
    return { role, text: content, pictures: [], attached: [] };
  }
  if (!Array.isArray(content) || content.length === 0) reject(`${where}.content is neither a text nor a list.`);
  if (role !== 'user') reject(`${where}: only a user's content can be a list.`);
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
    } else reject(`${where}.content: Unexpected item type in content.`);
  }
  return { ...read, text: texts.join('\n') };
}

function readPart({ image_url: image }: Record<string, unknown>, where: string): SentPicture {
  const url = isRecord(image) ? image.url : undefined;
  if (typeof url !== 'string' || !/^data:image\/(png|jpeg|webp);base64,/.test(url))
    reject(`${where}: image URLs are not currently supported, please use base64 encoded data instead`);
  const picture = readPictureText(url);
  if (picture.type === 'unknown') reject(`${where}: Failed to load image: cannot identify image file`);
  if (!url.startsWith(`data:${picture.type};`)) reject(`${where}: the picture is ${picture.type}.`);
  return picture;
}

/** Checks the roles: an optional system message, then user and assistant in turn, the user first and last. */
function checkRoles(messages: readonly PictureMessage[], hasSystem: boolean): void {
  const roles = messages.map(({ role }) => role);
  const other = roles.find((role) => !['system', 'user', 'assistant'].includes(role));
  if (other !== undefined) reject(`Unexpected role '${other}': this model was not trained with it.`);
  if ((roles[0] === 'system') !== hasSystem)
    reject(hasSystem ? 'The first message must be the system prompt.' : 'This model has no system prompt.');
  const turns = hasSystem ? roles.slice(1) : roles;
  if (turns.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant')))
    reject('Conversation roles must alternate user/assistant/user/assistant/...');
  if (turns.at(-1) !== 'user') reject('The last message must be from the user.');
}

/** Checks the number and the sizes of the pictures. */
function checkPictures(messages: readonly PictureMessage[], maxPictures: number, rule: PictureRule): SentPicture[] {
  const pictures = messages.flatMap((message) => message.pictures);
  const count = pictures.length + messages.flatMap(({ attached }) => attached).length;
  if (count > maxPictures) reject(`At most ${maxPictures} image(s) may be provided in one request, not ${count}.`);
  if (pictures.length === 0) reject('There is no screenshot to act on.');
  for (const { type, width, height } of pictures) {
    const { factor } = rule;
    if (type !== 'image/png') reject(`A screenshot must be a PNG, not ${type}.`);
    if (width % factor !== 0 || height % factor !== 0)
      reject(`${width}x${height} would be resized: both sides must be multiples of ${factor}.`);
    if (width * height < rule.minPixels || width * height > rule.maxPixels)
      reject(`${width}x${height} would be resized: its area must be ${rule.minPixels} to ${rule.maxPixels}.`);
  }
  return pictures;
}

/** The body of a chat completion. */
export function completionBody(message: Record<string, unknown>, finish = 'stop'): Record<string, unknown> {
  return {
    id: 'chatcmpl-contract',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'contract',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish, logprobs: null }],
    usage: { prompt_tokens: 1_200, completion_tokens: 40, total_tokens: 1_240 },
  };
}
