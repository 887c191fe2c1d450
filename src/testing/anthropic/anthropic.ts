import { isRecord } from '../../core/record.js';
import type { Contract, SentPicture, Told } from '../contract.js';
import { readPictureText } from '../sent-picture.js';
import { readHead } from './head.js';
import { type AnthropicMemory, beginnings, keepWords, readCache, readOwnWords } from './memory.js';
import { type Answered, type Block, contentOf, readAnswers, readMessages } from './messages.js';
import { imagesIn, readPictures } from './pictures.js';
import { playMessage } from './play.js';

/** The Messages API with all versions of the computer tool and the browser toolset: which it is, each request says. */
export const anthropicContract: Contract<AnthropicMemory> = {
  name: 'anthropic',
  memory: () => memoryOf('computer_toolset_20260801'),
  read(request, memory) {
    const head = readHead(request);
    const messages = readMessages(head);
    const answered = readAnswers(messages);
    const pictures = readPictures(messages, head);
    const begun = beginnings(messages);
    const dropped = readOwnWords(messages, begun, head, memory);
    const used = readCache(head, messages, memory);
    const zooms = new Set(messages.flatMap(({ content }) => content.filter(isZoom).map(({ id }) => String(id))));
    memory.now = { head, before: begun.at(-1) ?? '', used, dropped };
    const said = messages.at(-1)?.content ?? [];
    const url = /The page is at (\S+)/.exec(textOf(messages.flatMap(({ content }) => content).toReversed()))?.[1];
    return {
      turn: 0,
      pictures: screensLast(pictures, messages.at(-1)?.content ?? [], zooms),
      text: textOf(said),
      results: answered.map(toldOf),
      tools: head.declared.functions,
      ...(url === undefined ? {} : { url }),
    };
  },
  answer(intents, told, memory) {
    const message = playMessage(intents, told, memory);
    keepWords(message.content, memory.now?.before ?? '', memory);
    return message;
  },
  error: (status, message) => ({
    type: 'error',
    error: { type: errorType(status), message },
    request_id: 'req_played',
  }),
};

/** The same, with a model that speaks this version also where no request has said which. */
export function anthropicContractOf(tool: string): Contract<AnthropicMemory> {
  return { ...anthropicContract, memory: () => memoryOf(tool) };
}

function memoryOf(type: string): AnthropicMemory {
  const usual = { type, zoom: type !== 'computer_20250124', width: 0, height: 0 };
  return { said: new Map(), bound: new Map(), cached: new Map(), count: 0, usual };
}

function isZoom({ type, name, input }: Block): boolean {
  return type === 'tool_use' && (name === 'zoom' || (isRecord(input) && input.action === 'zoom'));
}

/** A closer look at a part does not show the screen: the last picture that is none of these does. */
function screensLast(pictures: SentPicture[], last: readonly Block[], zooms: ReadonlySet<string>): SentPicture[] {
  const closer = last.flatMap((block) =>
    zooms.has(String(block.tool_use_id)) ? imagesIn(block).slice(0, 1).map(bytesOf) : [],
  );
  const isCloser = ({ bytes }: SentPicture): boolean => closer.some((one) => one.equals(bytes));
  return [...pictures.filter(isCloser), ...pictures.filter((one) => !isCloser(one))];
}

function bytesOf({ source }: Block): Buffer {
  return isRecord(source) ? readPictureText(String(source.data)).bytes : Buffer.alloc(0);
}

function toldOf({ use, result }: Answered): Told['results'][number] {
  const { id, name, input } = use;
  const action = isRecord(input) && name === 'computer' ? input.action : name;
  return {
    id: String(id),
    name: String(action),
    text: textOf(contentOf(result)),
    failed: result.is_error === true,
    pictures: imagesIn(result).length,
  };
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => (block.type === 'tool_result' ? contentOf(block) : [block]))
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
}

function errorType(status: number): string {
  const types: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    402: 'billing_error',
    403: 'permission_error',
    404: 'not_found_error',
    409: 'conflict_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  return types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}
