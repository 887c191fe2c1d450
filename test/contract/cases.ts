import type { Model } from '../../src/index.js';
import type { ModelSettings, ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import type { Contract, Place, Told } from '../../src/testing/index.js';
import { isLongJob } from '../support/share.js';
import { anthropicCases } from './anthropic-cases.js';
import { chatCases } from './chat-cases.js';
import { demoCases } from './demo/demo-cases.js';
import { faraCases } from './fara-cases.js';
import { googleCases } from './google-cases.js';
import { openaiCases } from './openai-cases.js';
import { qwenCases } from './qwen-cases.js';
import { uiTarsCases } from './ui-tars-cases.js';

/** One dialect in one version, as the shared suites drive it. */
export interface DialectCase {
  /** As it stands in the names of tests. */
  name: string;
  contract: Contract;
  /** The model, speaking to a contract server at `url`. */
  model(url: string, settings?: ModelSettings): Model;
  /** The dialect under that model, for what is asked of its parser alone. */
  dialect(url: string): ProviderAdapter;
  /** It can call functions that the user brings. */
  ownTools: boolean;
  /** Several things in one turn, in order. */
  batches: boolean;
  /** A person can be asked for by the provider or the model itself. */
  asks: boolean;
  /** It acts by the names in the UI map, not by places. */
  byName?: boolean;
  /** The most pictures one request may hold; nothing where there is no such rule. */
  mostPictures?: number;
  /** The provider wants a picture with every answer, also where the screen has not changed. */
  wantsEveryPicture?: boolean;
  /** The server keeps or signs what it said: from an answer that it did not give, nobody can go on. */
  keptByServer?: boolean;
  /** Whole answers of the server that no intent can say. Each has call ids of its own. */
  odd: {
    /** Asks for something that there is not. */
    unknown(): unknown;
    /** A click that does not say where. */
    placeless(): unknown;
    /** A click at these two numbers, in the model's own space. Left out where it acts by name. */
    clickAt?(x: number, y: number): unknown;
    /** A click at a box from one corner to the other, where the format can say one. */
    clickBox?(from: Place, to: Place, told: Told): unknown;
  };
}

/** One line for each family of models. */
export const cases: DialectCase[] = [
  ...demoCases,
  ...anthropicCases,
  ...chatCases,
  ...faraCases,
  ...googleCases,
  ...openaiCases,
  ...uiTarsCases,
  ...qwenCases,
];

/** Other ways to speak to a version that is here already. */
const twins = new Set(['demo/plain', 'chat/grid', 'google/interactions-unkept', 'openai/computer, nothing stored']);

/** One of each version, for what takes long; all of them in the longer job. */
export const versions: DialectCase[] = cases.filter(({ name }) => isLongJob || !twins.has(name));

const familyOf = ({ name }: DialectCase) => name.split('/', 1)[0];

/** One of each family, the newest, for what takes longest; all of them in the longer job. */
export const families: DialectCase[] = versions.filter(
  (one, index) => isLongJob || !versions.slice(index + 1).some((other) => familyOf(other) === familyOf(one)),
);
