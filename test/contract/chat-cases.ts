import { type ChatOptions, chat, chatAdapter } from '../../src/models/chat-completions/chat.js';
import { type ChatRules, chatContract } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';

let count = 0;

/** A whole response with one call. */
function answer(name: string, input: object, isText: boolean): unknown {
  count += 1;
  const called = { id: `odd_${count}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  const message = isText
    ? { role: 'assistant', content: JSON.stringify({ tool: name, input }) }
    : { role: 'assistant', content: null, tool_calls: [called] };
  return {
    choices: [{ index: 0, message, finish_reason: isText ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1_000, completion_tokens: 50 },
  };
}

function caseOf(name: string, rules: ChatRules, more: Omit<ChatOptions, 'model'>): AdapterCase {
  const isText = more.toolImages === 'text-protocol';
  const options = (url: string): ChatOptions => ({ model: 'test', baseUrl: `${url}/v1`, apiKey: 'test-key', ...more });
  const at = (x: number, y: number): unknown => answer('click', { selector: `${x},${y}` }, isText);
  return {
    name: `chat/${name}`,
    contract: chatContract(rules),
    model: (url, settings) => chat({ ...options(url), price: { input: 1, output: 1 }, ...settings }),
    adapter: (url) => chatAdapter(options(url)),
    ownTools: true,
    batches: !isText,
    canAskUser: false,
    ...(more.vision ? { maxPictures: 3 } : { actsByName: true }),
    odd: {
      unknown: () => answer('fly_to_the_moon', {}, isText),
      withoutPoint: () => answer('click', {}, isText),
      clickAt: at,
      clickBox(from, to, { pictures }) {
        const { width, height } = pictures.at(-1) ?? { width: 800, height: 600 };
        const across = more.space === '0-1000' ? 1_000 : width;
        const down = more.space === '0-1000' ? 1_000 : height;
        const box = [from.x * across, from.y * down, to.x * across, to.y * down].map(Math.round);
        return answer('click', { selector: box.join(',') }, isText);
      },
    },
  };
}

export const chatCases: AdapterCase[] = [
  caseOf('pictures', { flavour: 'openai' }, { vision: true, space: 'pixels' }),
  caseOf('grid', { flavour: 'lmstudio' }, { vision: true, space: '0-1000' }),
  caseOf('names', { flavour: 'ollama', vision: false }, { vision: false }),
  caseOf('written', { flavour: 'vllm', tools: false }, { vision: true, space: 'pixels', toolImages: 'text-protocol' }),
];
