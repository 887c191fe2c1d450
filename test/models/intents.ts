import type { Intent } from '../../src/testing/index.js';
import { drawScreen } from '../contract/drawn-screen.js';

/** The center of a button of the drawn screen. */
export const at = drawScreen().at;

export const click = (name: string): Intent => ({ do: 'click', at: at(name) });

export const done: Intent = { do: 'done', answer: 'It is done.' };
