import { createModel } from '../../src/models/adapter/provider-adapter.js';
import { faraAdapter } from '../../src/models/fara/fara.js';
import { faraContract, faraScoreContract } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';

const price = { input: 1, output: 1 };
const chat = (content: string): unknown => ({ choices: [{ message: { role: 'assistant', content } }] });
const act = (action: string): unknown => chat(`Thought: Next.\n\nAction: ${action}`);
const use = (input: Record<string, unknown>): unknown =>
  chat(`Next.\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: input })}\n</tool_call>`);

function native(version: '7b' | '1.5'): AdapterCase {
  const adapter = (url: string) => faraAdapter(`fara-${version}`, { baseUrl: `${url}/v1`, apiKey: 'test-key' });
  return {
    name: `fara/fara-${version}`,
    contract: faraContract(version),
    adapter,
    model: (url, settings) => createModel(adapter(url), { price, ...settings }),
    ownTools: true,
    batches: true,
    canAskUser: true,
    maxPictures: 3,
    needsEveryPicture: true,
    odd: {
      unknown: () => use({ action: 'fly_to_the_moon' }),
      withoutPoint: () => use({ action: 'left_click' }),
      clickAt: (x, y) => use({ action: 'left_click', coordinate: [x, y] }),
      clickBox(from, to, { pictures }) {
        const { width = 0, height = 0 } = version === '7b' ? (pictures.at(-1) ?? {}) : { width: 1_000, height: 1_000 };
        const coordinate = [from.x * width, from.y * height, to.x * width, to.y * height];
        return use({ action: 'left_click', coordinate });
      },
    },
  };
}

const scored = (url: string) => faraAdapter('thought-action', { baseUrl: `${url}/score`, apiKey: 'test-key' });

export const faraCases: AdapterCase[] = [
  {
    name: 'fara/thought-action',
    contract: faraScoreContract(),
    adapter: scored,
    model: (url, settings) => createModel(scored(url), { price, ...settings }),
    ownTools: false,
    batches: true,
    canAskUser: false,
    maxPictures: 3,
    needsEveryPicture: true,
    odd: {
      unknown: () => act('fly_to_the_moon()'),
      withoutPoint: () => act('click()'),
      clickAt: (x, y) => act(`click(x=${x}, y=${y})`),
    },
  },
  native('7b'),
  native('1.5'),
];
