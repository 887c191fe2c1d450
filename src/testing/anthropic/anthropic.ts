import { isRecord } from '../../core/is-record.js';
import type { Contract, ModelInput, SentPicture } from '../contract.js';
import { readPictureText } from '../sent-picture.js';
import { readHead } from './head.js';
import { type AnsweredUse, type Block, contentOf, readAnswers, readMessages } from './messages.js';
import { imagesIn, readPictures } from './pictures.js';
import { playMessage } from './play.js';
import { type AnthropicState, checkOwnContent, prefixHashes, storeContent, useCache } from './state.js';

/** The Messages API with all versions of the computer tool and the browser toolset. Each request declares its tool. */
export const anthropicContract: Contract<AnthropicState> = {
  name: 'anthropic',
  createState: () => createState('computer_toolset_20260801'),
  readRequest(request, state) {
    const head = readHead(request);
    const messages = readMessages(head);
    const answered = readAnswers(messages);
    const pictures = readPictures(messages, head);
    const prefixes = prefixHashes(messages);
    const dropped = checkOwnContent(messages, prefixes, head, state);
    const used = useCache(head, messages, state);
    const zooms = new Set(messages.flatMap(({ content }) => content.filter(isZoom).map(({ id }) => String(id))));
    state.request = { head, before: prefixes.at(-1) ?? '', used, dropped };
    const content = messages.at(-1)?.content ?? [];
    const url = /The page is at (\S+)/.exec(textOf(messages.flatMap(({ content }) => content).toReversed()))?.[1];
    return {
      turn: 0,
      pictures: zoomsFirst(pictures, content, zooms),
      text: textOf(content),
      results: answered.map(toResult),
      tools: head.declared.functions,
      ...(url === undefined ? {} : { url }),
    };
  },
  respond(intents, modelInput, state) {
    const message = playMessage(intents, modelInput, state);
    storeContent(message.content, state.request?.before ?? '', state);
    return message;
  },
  errorBody: (status, message) => ({
    type: 'error',
    error: { type: errorType(status), message },
    request_id: 'req_played',
  }),
};

/** The same contract, with a default tool for replies before the first request. */
export function anthropicContractOf(tool: string): Contract<AnthropicState> {
  return { ...anthropicContract, createState: () => createState(tool) };
}

function createState(type: string): AnthropicState {
  const defaultTool = { type, zoom: type !== 'computer_20250124', width: 0, height: 0 };
  return { sentContent: new Map(), thinkingPrefixes: new Map(), cachedPrefixes: new Map(), count: 0, defaultTool };
}

function isZoom({ type, name, input }: Block): boolean {
  return type === 'tool_use' && (name === 'zoom' || (isRecord(input) && input.action === 'zoom'));
}

/** Puts zoomed pictures first: the last picture must show the screen. */
function zoomsFirst(pictures: SentPicture[], last: readonly Block[], zooms: ReadonlySet<string>): SentPicture[] {
  const zoomed = last.flatMap((block) =>
    zooms.has(String(block.tool_use_id)) ? imagesIn(block).slice(0, 1).map(bytesOf) : [],
  );
  const isZoomed = ({ bytes }: SentPicture): boolean => zoomed.some((one) => one.equals(bytes));
  return [...pictures.filter(isZoomed), ...pictures.filter((one) => !isZoomed(one))];
}

function bytesOf({ source }: Block): Buffer {
  return isRecord(source) ? readPictureText(String(source.data)).bytes : Buffer.alloc(0);
}

function toResult({ use, result }: AnsweredUse): ModelInput['results'][number] {
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
