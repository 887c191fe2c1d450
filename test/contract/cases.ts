import type { Model } from '../../src/index.js';
import type { ModelSettings } from '../../src/models/dialect.js';
import type { Contract } from '../../src/testing/index.js';

/** One dialect in one version, as the shared suites drive it. */
export interface DialectCase {
  /** As it stands in the names of tests. */
  name: string;
  contract: Contract<never>;
  /** The model, speaking to a contract server at `url`. */
  model(url: string, settings?: ModelSettings): Model;
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
}

export const cases: DialectCase[] = [];
