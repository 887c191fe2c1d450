import type { Model } from '../../src/index.js';
import type { ModelSettings, ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import type { Contract, ModelInput, ScreenPoint } from '../../src/testing/index.js';
import { sample } from '../support/sample.js';
import { anthropicCases } from './anthropic-cases.js';
import { chatCases } from './chat-cases.js';
import { demoCases } from './demo/demo-cases.js';
import { faraCases } from './fara-cases.js';
import { googleCases } from './google-cases.js';
import { openaiCases } from './openai-cases.js';
import { qwenCases } from './qwen-cases.js';
import { uiTarsCases } from './ui-tars-cases.js';

/** One version of one adapter for the shared suites. */
export interface AdapterCase {
  /** The name in test titles. */
  name: string;
  contract: Contract;
  /** The model, connected to a contract server at `url`. */
  model(url: string, settings?: ModelSettings): Model;
  /** The adapter of that model, for tests of its parser. */
  adapter(url: string): ProviderAdapter;
  /** The model can call the caller's tools. */
  ownTools: boolean;
  /** A reply may hold several calls. */
  batches: boolean;
  /** The provider or the model can require the user's approval. */
  canAskUser: boolean;
  /** The model acts by the names in the UI map, not by coordinates. */
  actsByName?: boolean;
  /** How many pictures a request may hold; undefined if there is no limit. */
  maxPictures?: number;
  /** The provider requires a picture with every result, even if the screen has not changed. */
  needsEveryPicture?: boolean;
  /** The server stores or signs its replies: a reply from elsewhere cannot be continued. */
  serverKeepsHistory?: boolean;
  /** Whole responses that no intent can produce. Each has its own call ids. */
  odd: {
    /** A call with an unknown name. */
    unknown(): unknown;
    /** A click without a point. */
    withoutPoint(): unknown;
    /** A click at these coordinates of the model. Undefined if it acts by name. */
    clickAt?(x: number, y: number): unknown;
    /** A click at a box, if the format supports it. */
    clickBox?(from: ScreenPoint, to: ScreenPoint, told: ModelInput): unknown;
  };
}

/** One line for each provider. */
export const cases: AdapterCase[] = [
  ...demoCases,
  ...anthropicCases,
  ...chatCases,
  ...faraCases,
  ...googleCases,
  ...openaiCases,
  ...uiTarsCases,
  ...qwenCases,
];

/** Variants of a version that is already in the list. */
const twins = new Set(['demo/plain', 'chat/grid', 'google/interactions-unkept', 'openai/computer, nothing stored']);

const sampledTwins: readonly string[] = sample([...twins], twins.size);

/** One case of each version and one variant, for slow tests; `npm run long` runs all cases. */
export const versions: AdapterCase[] = cases.filter(({ name }) => !twins.has(name) || sampledTwins.includes(name));

const familyOf = ({ name }: AdapterCase) => name.split('/', 1)[0];

/** One version of each provider, for the slowest tests; `npm run long` runs all of them. */
export const families: AdapterCase[] = [...new Set(versions.map(familyOf))].flatMap((name) => {
  const family = versions.filter((one) => familyOf(one) === name);
  return sample(family, family.length);
});
