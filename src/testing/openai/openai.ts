import { isRecord } from '../../core/record.js';
import { type Contract, Refusal, type SentPicture, type Told } from '../contract.js';
import { speak } from './play.js';
import { type Asked, checkOrder, checkReplay, type Item, type Kept, picturesIn, readForm } from './rules.js';

/** What the server keeps: all it said, and the request it is about to answer. */
export interface OpenaiMemory {
  kept: Kept[];
  count: number;
  asked?: Asked & { context: Item[]; pictures: number };
  lastPicture?: SentPicture;
}

/** OpenAI's Responses API with the computer tools, `computer` and `computer_use_preview`. */
export const openaiContract: Contract<OpenaiMemory> = {
  name: 'openai',
  memory: () => ({ kept: [], count: 0 }),
  read(request, memory) {
    const asked = readForm(request);
    const before = asked.previous === undefined ? undefined : keptBy(asked.previous, memory);
    const context = [...(before?.context ?? []), ...asked.input];
    const pictures = asked.input.flatMap((item, index) => picturesIn(item, `input[${index}]`));
    checkOrder(context, asked.tool);
    checkReplay(context, memory.kept);
    const last = pictures.at(-1);
    if (last) memory.lastPicture = last;
    memory.asked = { ...asked, context, pictures: (before?.pictures ?? 0) + pictures.length };
    return { ...told(asked, pictures, memory), context };
  },
  answer(intents, heard, memory) {
    const { asked = unasked } = memory;
    const pictures = heard.pictures.length > 0 || !memory.lastPicture ? heard.pictures : [memory.lastPicture];
    const output = speak(
      intents,
      { pictures, tools: heard.tools },
      {
        isPreview: asked.tool === 'computer_use_preview',
        isSealed: asked.encrypts,
        number: () => number(memory),
      },
    );
    const id = `resp_${number(memory)}`;
    memory.kept.push({
      id,
      context: [...asked.context, ...output],
      output,
      stored: asked.store,
      pictures: asked.pictures,
    });
    const inputTokens = 600 + 1_300 * asked.pictures + 20 * asked.context.length;
    const cached = asked.previous === undefined ? 0 : Math.max(0, inputTokens - 1_500);
    return {
      id,
      object: 'response',
      status: 'completed',
      model: asked.model,
      previous_response_id: asked.previous ?? null,
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
  error: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error',
      param: status === 400 ? 'input' : null,
      code: null,
    },
  }),
};

/** For an answer to nothing, which only tells whether there are words for it. */
const unasked: NonNullable<OpenaiMemory['asked']> = {
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

function keptBy(id: string, { kept }: OpenaiMemory): Kept {
  const found = kept.find((one) => one.id === id);
  if (!found?.stored) throw new Refusal(400, `Previous response with id '${id}' not found.`);
  return found;
}

function number(memory: OpenaiMemory): number {
  memory.count += 1;
  return memory.count;
}

/** What the model hears: all that came after its last words. */
function told(asked: Asked, pictures: SentPicture[], memory: OpenaiMemory): Told {
  const isOwn = ({ type, role }: Item): boolean =>
    type === 'computer_call' || type === 'function_call' || type === 'reasoning' || role === 'assistant';
  const since = asked.input.slice(asked.input.findLastIndex(isOwn) + 1);
  const text = since
    .filter(({ role }) => role === 'user')
    .flatMap(textsIn)
    .join('\n');
  const results = since.flatMap((item): Told['results'] => {
    if (item.type === 'computer_call_output') {
      const failed = /\bfailed: |\bnot (executed|carried out)\b/.test(text);
      return [{ id: String(item.call_id), name: 'computer', text, failed, pictures: 1 }];
    }
    if (item.type !== 'function_call_output') return [];
    const said = textsIn(item).join('\n');
    return [
      {
        id: String(item.call_id),
        text: said,
        failed: said.startsWith('Error: '),
        pictures: picturesIn(item, 'input').length,
      },
    ];
  });
  const shown = pictures.length > 0 || !memory.lastPicture ? pictures : [memory.lastPicture];
  return { turn: 0, pictures: shown, text, results, tools: asked.functions };
}

function textsIn({ content, output }: Item): string[] {
  const parts = content ?? output;
  if (typeof parts === 'string') return [parts];
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []));
}
