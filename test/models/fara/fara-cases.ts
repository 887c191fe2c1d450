import type { Intent } from '../../../src/testing/index.js';
import { faraCases } from '../../contract/fara-cases.js';

/** The contract cases of Fara-7B and of Fara-1.5. */
export const [, in7b, in15] = faraCases as [(typeof faraCases)[0], (typeof faraCases)[0], (typeof faraCases)[0]];

export const done: Intent = { do: 'done', answer: 'It is done.' };
