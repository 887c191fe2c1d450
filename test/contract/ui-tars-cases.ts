import { type UiTarsOptions, uiTarsAdapter } from '../../src/models/ui-tars/ui-tars.js';
import { type ModelInput, type ScreenPoint, type UiTarsGeneration, uiTarsContract } from '../../src/testing/index.js';
import { adapterParts } from './adapter-parts.js';
import type { AdapterCase } from './cases.js';

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

function caseOf(generation: UiTarsGeneration): AdapterCase {
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
    ...adapterParts(options, uiTarsAdapter),
    ownTools: false,
    batches: true,
    canAskUser: false,
    maxPictures: 5,
    odd: {
      unknown: () => says('fly_to_the_moon()'),
      withoutPoint: () => says('click()'),
      clickAt: (x, y) => clickOn(x, y),
      clickBox: (from, to, told) => clickOn(...corners(generation, from, to, told)),
    },
  };
}

function corners(generation: UiTarsGeneration, from: ScreenPoint, to: ScreenPoint, { pictures }: ModelInput): number[] {
  const { width, height } =
    generation === '1.5' ? (pictures.at(-1) ?? { width: 0, height: 0 }) : { width: 1_000, height: 1_000 };
  return [from.x * width, from.y * height, to.x * width, to.y * height].map(Math.round);
}

export const uiTarsCases: AdapterCase[] = [caseOf('1.0'), caseOf('1.5'), caseOf('doubao')];
