import { type QwenOptions, qwenAdapter } from '../../src/models/qwen/qwen.js';
import { type QwenCalls, type QwenGeneration, qwenContract } from '../../src/testing/index.js';
import { adapterParts } from './adapter-parts.js';
import type { AdapterCase } from './cases.js';

const models: Record<QwenGeneration, string> = {
  '2.5': 'qwen2.5-vl-72b-instruct',
  '3': 'qwen3-vl-plus',
  '3.5': 'qwen3.5-plus',
};

const says = (input: object): object => ({
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: input })}\n</tool_call>`,
      },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

function caseOf(generation: QwenGeneration, calls: QwenCalls): AdapterCase {
  const options = (url: string): QwenOptions => ({
    model: models[generation],
    baseUrl: `${url}/v1`,
    apiKey: 'test-key',
    price: { input: 1, output: 1 },
  });
  return {
    name: `qwen/${generation}-${calls}`,
    contract: qwenContract(generation, calls),
    ...adapterParts(options, qwenAdapter),
    ownTools: true,
    batches: true,
    canAskUser: false,
    maxPictures: 3,
    odd: {
      unknown: () => says({ action: 'fly_to_the_moon' }),
      withoutPoint: () => says({ action: 'left_click' }),
      clickAt: (x, y) => says({ action: 'left_click', coordinate: [x, y] }),
      clickBox(from, to, { pictures }) {
        const grid = generation === '3' ? 1_000 : 999;
        const { width, height } =
          generation === '2.5' ? (pictures.at(-1) ?? { width: 0, height: 0 }) : { width: grid, height: grid };
        const coordinate = [from.x * width, from.y * height, to.x * width, to.y * height].map(Math.round);
        return says({ action: 'left_click', coordinate });
      },
    },
  };
}

export const qwenCases: AdapterCase[] = [
  caseOf('2.5', 'json'),
  caseOf('3', 'json'),
  caseOf('3.5', 'json'),
  caseOf('3.5', 'xml'),
];
