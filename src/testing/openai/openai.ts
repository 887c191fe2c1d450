import { isRecord } from '../../core/is-record.js';
import { type Contract, type ModelInput, reject, type SentPicture } from '../contract.js';
import { playResponse } from './play.js';
import {
  checkOrder,
  checkReplay,
  type Item,
  picturesIn,
  type RequestForm,
  readForm,
  type StoredResponse,
} from './rules.js';

/** What the server stores: all responses, and the current request. */
export interface OpenaiState {
  responses: StoredResponse[];
  count: number;
  request?: RequestForm & { context: Item[]; pictures: number };
  lastPicture?: SentPicture;
}

/** OpenAI's Responses API with the computer tools, `computer` and `computer_use_preview`. */
export const openaiContract: Contract<OpenaiState> = {
  name: 'openai',
  createState: () => ({ responses: [], count: 0 }),
  readRequest(request, state) {
    const form = readForm(request);
    const before = form.previous === undefined ? undefined : storedResponse(form.previous, state);
    const context = [...(before?.context ?? []), ...form.input];
    const pictures = form.input.flatMap((item, index) => picturesIn(item, `input[${index}]`));
    checkOrder(context, form.tool);
    checkReplay(context, state.responses);
    const last = pictures.at(-1);
    if (last) state.lastPicture = last;
    state.request = { ...form, context, pictures: (before?.pictures ?? 0) + pictures.length };
    return { ...toModelInput(form, pictures, state), context };
  },
  respond(intents, modelInput, state) {
    const { request = defaultRequest } = state;
    const pictures = modelInput.pictures.length > 0 || !state.lastPicture ? modelInput.pictures : [state.lastPicture];
    const output = playResponse(
      intents,
      { pictures, tools: modelInput.tools },
      {
        isPreview: request.tool === 'computer_use_preview',
        isSealed: request.encrypts,
        number: () => number(state),
      },
    );
    const id = `resp_${number(state)}`;
    state.responses.push({
      id,
      context: [...request.context, ...output],
      output,
      stored: request.store,
      pictures: request.pictures,
    });
    const inputTokens = 600 + 1_300 * request.pictures + 20 * request.context.length;
    const cached = request.previous === undefined ? 0 : Math.max(0, inputTokens - 1_500);
    return {
      id,
      object: 'response',
      status: 'completed',
      model: request.model,
      previous_response_id: request.previous ?? null,
      output,
      usage: {
        input_tokens: inputTokens,
        input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
        output_tokens: 60,
        output_tokens_details: { reasoning_tokens: 20 },
        total_tokens: inputTokens + 60,
      },
    };
  },
  errorBody: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error',
      param: status === 400 ? 'input' : null,
      code: null,
    },
  }),
};

/** The request for a response before the first request. */
const defaultRequest: NonNullable<OpenaiState['request']> = {
  model: 'gpt-5.6',
  tool: 'computer',
  functions: [],
  input: [],
  previous: undefined,
  store: true,
  encrypts: false,
  context: [],
  pictures: 0,
};

function storedResponse(id: string, { responses: kept }: OpenaiState): StoredResponse {
  const found = kept.find((one) => one.id === id);
  if (!found?.stored) reject(`Previous response with id '${id}' not found.`);
  return found;
}

function number(state: OpenaiState): number {
  state.count += 1;
  return state.count;
}

/** What the items since the model's last reply tell it. */
function toModelInput(form: RequestForm, pictures: SentPicture[], state: OpenaiState): ModelInput {
  const isOwn = ({ type, role }: Item): boolean =>
    type === 'computer_call' || type === 'function_call' || type === 'reasoning' || role === 'assistant';
  const since = form.input.slice(form.input.findLastIndex(isOwn) + 1);
  const text = since
    .filter(({ role }) => role === 'user')
    .flatMap(textsIn)
    .join('\n');
  const results = since.flatMap((item): ModelInput['results'] => {
    if (item.type === 'computer_call_output') {
      const failed = /\bfailed: |\bnot executed\b/.test(text);
      return [{ id: String(item.call_id), name: 'computer', text, failed, pictures: 1 }];
    }
    if (item.type !== 'function_call_output') return [];
    const output = textsIn(item).join('\n');
    return [
      {
        id: String(item.call_id),
        text: output,
        failed: output.startsWith('Error: '),
        pictures: picturesIn(item, 'input').length,
      },
    ];
  });
  const shown = pictures.length > 0 || !state.lastPicture ? pictures : [state.lastPicture];
  return { turn: 0, pictures: shown, text, results, tools: form.functions };
}

function textsIn({ content, output }: Item): string[] {
  const parts = content ?? output;
  if (typeof parts === 'string') return [parts];
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []));
}
