import { type Contract, reject, type SentPicture } from '../contract.js';
import type { Intent } from '../intent.js';
import { writeCriticalPoint, writeNativeReply, writeThoughtAction } from './replies.js';
import { checkLaterMessage, checkSize, isTextRequest, readMessages, readPrompt, toModelInput } from './rules.js';

/** The forms in which scoring endpoints return a reply. */
export const scoreShapes = {
  choices: (content: string) => completion(content),
  output: (output: string) => ({ output }),
  response: (response: string) => ({ response }),
  generated_text: (text: string) => ({ generated_text: text }),
  list: (text: string) => [{ generated_text: text }],
  result: (result: string) => ({ result }),
  text: (text: string) => ({ text }),
} as const;

/** An Azure ML scoring endpoint for the thought-action format. */
export function faraScoreContract(shape: keyof typeof scoreShapes = 'choices'): Contract<object> {
  return {
    name: 'fara thought-action',
    createState: () => ({}),
    readRequest(request) {
      const fields = ['max_tokens', 'messages', 'temperature'];
      const messages = readMessages(request, /\/score$/, fields, 'text first');
      if (isTextRequest(messages)) return toModelInput(messages);
      const [first] = messages;
      if (first?.role !== 'user' || !first.text.startsWith('You are FARA, a Florence Agent for Rich Automation.'))
        reject('The first message must be the prompt, from the user.');
      const modelInput = toModelInput(messages);
      const stated = /^Screen resolution: (\d+)x(\d+)$/m.exec(first.text);
      checkSize(modelInput.pictures.at(-1), Number(stated?.[1]), Number(stated?.[2]));
      return modelInput;
    },
    respond(intents, { pictures }) {
      const refusal = refusalIn(intents);
      if (refusal) return refusal;
      return scoreShapes[shape](writeThoughtAction(intents, sizeOf(pictures)));
    },
    errorBody: (status, message) => ({ error: { code: String(status), message } }),
  };
}

interface Pending {
  intents: readonly Intent[];
  /** The reply in which the model stopped itself. */
  stop: string;
}

/** A chat server with a Fara model in the format it was trained on. */
export function faraContract(version: '7b' | '1.5'): Contract<{ pending?: Pending | undefined }> {
  const factor = version === '7b' ? 28 : 32;
  return {
    name: `fara ${version}`,
    createState: () => ({}),
    readRequest(request, state) {
      const fields = ['max_tokens', 'messages', 'model', 'temperature'];
      const all = readMessages(request, /\/chat\/completions$/, fields, 'image first');
      if (isTextRequest(all)) return toModelInput(all);
      const [system, ...messages] = all;
      if (system?.role !== 'system') reject('The first message must be the system prompt.');
      if (messages.some(({ role }) => role === 'system')) reject('System message must be at the beginning.');
      const { tools, resolution } = readPrompt(system.text);
      const modelInput = toModelInput(messages);
      for (const { width, height } of modelInput.pictures)
        if (width % factor !== 0 || height % factor !== 0)
          reject(`An image of ${width}x${height} is not a multiple of ${factor}.`);
      if (version === '7b') checkSize(modelInput.pictures.at(-1), resolution.width, resolution.height);
      else if (resolution.width !== 1_000 || resolution.height !== 1_000)
        reject(`The stated resolution must be 1000x1000, not ${resolution.width}x${resolution.height}.`);
      for (const { role, text } of messages.slice(1)) if (role === 'user') checkLaterMessage(text);
      const reply = messages.findLast(({ role }) => role === 'assistant')?.text;
      if (reply !== state.pending?.stop || !/has approved this critical point/.test(modelInput.text))
        state.pending = undefined;
      const url = /^Current URL: (.*)$/m.exec(modelInput.text)?.[1];
      return { ...modelInput, tools, ...(url === undefined ? {} : { url }) };
    },
    respond(intents, { pictures }, state) {
      const refusal = refusalIn(intents);
      if (refusal) return refusal;
      const risky = intents.find((intent) => 'safety' in intent && intent.safety !== undefined);
      if (risky && 'safety' in risky && risky.safety !== undefined) {
        const stop = writeCriticalPoint(version, risky.safety);
        state.pending = { intents, stop };
        return completion(stop);
      }
      const all = [...(state.pending?.intents ?? []), ...intents];
      return completion(writeNativeReply(version, all, sizeOf(pictures)));
    },
    errorBody: (status, message) => ({ error: { message, type: 'BadRequestError', code: status } }),
  };
}

function completion(content: string): object {
  const message = { role: 'assistant', content };
  const usage = { prompt_tokens: 3_000, completion_tokens: 80, total_tokens: 3_080 };
  return { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
}

function refusalIn(intents: readonly Intent[]): object | undefined {
  const refused = intents.find((intent) => intent.do === 'refuse');
  if (refused?.do !== 'refuse') return undefined;
  return {
    choices: [{ message: { role: 'assistant', content: null, refusal: refused.reason }, finish_reason: 'stop' }],
  };
}

function sizeOf(pictures: readonly SentPicture[]): { width: number; height: number } {
  return pictures.at(-1) ?? { width: 1_000, height: 1_000 };
}
