import { createModel } from '../../src/models/adapter/provider-adapter.js';
import { type UiTarsOptions, uiTarsDialect } from '../../src/models/ui-tars/ui-tars.js';
import { type Place, type Told, type UiTarsGeneration, uiTarsContract } from '../../src/testing/index.js';
import type { DialectCase } from './cases.js';

const models: Record<UiTarsGeneration, string> = {
  '1.0': 'UI-TARS-7B-DPO',
  '1.5': 'ByteDance-Seed/UI-TARS-1.5-7B',
  doubao: 'doubao-1-5-ui-tars-250428',
};

const says = (action: string): object => ({
  choices: [
    { index: 0, message: { role: 'assistant', content: `Thought: So.\nAction: ${action}` }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

function caseOf(generation: UiTarsGeneration): DialectCase {
  const options = (url: string): UiTarsOptions => ({
    model: models[generation],
    baseUrl: `${url}/v1`,
    apiKey: 'test-key',
    price: { input: 1, output: 1 },
  });
  const isPoint = generation === 'doubao';
  const clickOn = (...numbers: number[]): object =>
    says(isPoint ? `click(point='<point>${numbers.join(' ')}</point>')` : `click(start_box='(${numbers.join(',')})')`);
  return {
    name: `ui-tars/${generation}`,
    contract: uiTarsContract(generation),
    dialect: (url) => uiTarsDialect(options(url)),
    model: (url, settings) =>
      createModel(uiTarsDialect({ ...options(url), ...settings }), { ...options(url), ...settings }),
    ownTools: false,
    batches: true,
    asks: false,
    mostPictures: 5,
    odd: {
      unknown: () => says('fly_to_the_moon()'),
      placeless: () => says('click()'),
      clickAt: (x, y) => clickOn(x, y),
      clickBox: (from, to, told) => clickOn(...corners(generation, from, to, told)),
    },
  };
}

function corners(generation: UiTarsGeneration, from: Place, to: Place, { pictures }: Told): number[] {
  const { width, height } =
    generation === '1.5' ? (pictures.at(-1) ?? { width: 0, height: 0 }) : { width: 1_000, height: 1_000 };
  return [from.x * width, from.y * height, to.x * width, to.y * height].map(Math.round);
}

export const uiTarsCases: DialectCase[] = [caseOf('1.0'), caseOf('1.5'), caseOf('doubao')];
