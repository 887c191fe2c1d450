import type { Intent } from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';

export const done: Intent[] = [{ do: 'done', answer: 'It is done.' }];

export const at = (name: string) => drawScreen().at(name);

export const click = (name: string, more: { safety?: string } = {}): Intent => ({ do: 'click', at: at(name), ...more });

/** Coordinates on the model's grid of 1000. They are in the center of the button `One`. */
export const here = { x: 375, y: 116 };

/** A response with these parts. */
export const said = (...parts: object[]) => ({
  raw: { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts } }] },
});
