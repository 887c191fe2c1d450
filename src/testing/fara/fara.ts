import { type Contract, Refusal, type SentPicture } from '../contract.js';
import type { Intent } from '../intent.js';
import { criticalWords, nativeWords, thoughtActionWords } from './replies.js';
import { ensureLater, ensureSize, isPlain, readMessages, readPrompt, tellOf } from './rules.js';

/** Every form in which a scoring endpoint gives what the model said. */
export const scoreShapes = {
  choices: (content: string) => completion(content),
  output: (output: string) => ({ output }),
  response: (response: string) => ({ response }),
  generated_text: (text: string) => ({ generated_text: text }),
  list: (text: string) => [{ generated_text: text }],
  result: (result: string) => ({ result }),
  text: (text: string) => ({ text }),
} as const;

/** An Azure ML scoring endpoint for the convention of a thought and an action. */
export function faraScoreContract(shape: keyof typeof scoreShapes = 'choices'): Contract<object> {
  return {
    name: 'fara thought-action',
    memory: () => ({}),
    read(request) {
      const fields = ['max_tokens', 'messages', 'temperature'];
      const messages = readMessages(request, /\/score$/, fields, 'text first');
      if (isPlain(messages)) return tellOf(messages);
      const [first] = messages;
      if (first?.role !== 'user' || !first.text.startsWith('You are FARA, a Florence Agent for Rich Automation.'))
        throw new Refusal(400, 'The first message must be the prompt, from the user.');
      const told = tellOf(messages);
      const stated = /^Screen resolution: (\d+)x(\d+)$/m.exec(first.text);
      ensureSize(told.pictures.at(-1), Number(stated?.[1]), Number(stated?.[2]));
      return told;
    },
    answer(intents, { pictures }) {
      const refusal = refusalIn(intents);
      if (refusal) return refusal;
      return scoreShapes[shape](thoughtActionWords(intents, sizeOf(pictures)));
    },
    error: (status, message) => ({ error: { code: String(status), message } }),
  };
}

interface Pending {
  intents: readonly Intent[];
  /** What the model said when it stopped itself. */
  stop: string;
}

/** A chat server that runs a Fara model in the format it was trained in. */
export function faraContract(version: '7b' | '1.5'): Contract<{ pending?: Pending | undefined }> {
  const factor = version === '7b' ? 28 : 32;
  return {
    name: `fara ${version}`,
    memory: () => ({}),
    read(request, memory) {
      const fields = ['max_tokens', 'messages', 'model', 'temperature'];
      const all = readMessages(request, /\/chat\/completions$/, fields, 'image first');
      if (isPlain(all)) return tellOf(all);
      const [system, ...messages] = all;
      if (system?.role !== 'system') throw new Refusal(400, 'The first message must be the system prompt.');
      if (messages.some(({ role }) => role === 'system'))
        throw new Refusal(400, 'System message must be at the beginning.');
      const { tools, resolution } = readPrompt(system.text);
      const told = tellOf(messages);
      for (const { width, height } of told.pictures)
        if (width % factor !== 0 || height % factor !== 0)
          throw new Refusal(400, `An image of ${width}x${height} is not a multiple of ${factor}.`);
      if (version === '7b') ensureSize(told.pictures.at(-1), resolution.width, resolution.height);
      else if (resolution.width !== 1_000 || resolution.height !== 1_000)
        throw new Refusal(
          400,
          `The stated resolution must be 1000x1000, not ${resolution.width}x${resolution.height}.`,
        );
      for (const { role, text } of messages.slice(1)) if (role === 'user') ensureLater(text);
      const said = messages.findLast(({ role }) => role === 'assistant')?.text;
      if (said !== memory.pending?.stop || !/agreed/.test(told.text)) memory.pending = undefined;
      const url = /^Current URL: (.*)$/m.exec(told.text)?.[1];
      return { ...told, tools, ...(url === undefined ? {} : { url }) };
    },
    answer(intents, { pictures }, memory) {
      const refusal = refusalIn(intents);
      if (refusal) return refusal;
      const risky = intents.find((intent) => 'safety' in intent && intent.safety !== undefined);
      if (risky && 'safety' in risky && risky.safety !== undefined) {
        const stop = criticalWords(version, risky.safety);
        memory.pending = { intents, stop };
        return completion(stop);
      }
      const all = [...(memory.pending?.intents ?? []), ...intents];
      return completion(nativeWords(version, all, sizeOf(pictures)));
    },
    error: (status, message) => ({ error: { message, type: 'BadRequestError', code: status } }),
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
