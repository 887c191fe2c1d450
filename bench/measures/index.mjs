import { click } from './click.mjs';
import { documents } from './documents.mjs';
import { loop } from './loop.mjs';
import { memory } from './memory.mjs';
import { observe } from './observe.mjs';
import { picture } from './picture.mjs';
import { scale } from './scale.mjs';
import { text } from './text.mjs';

/** @type {import('./measure.mjs').Measure[]} */
export const measures = [observe, picture, text, click, loop, memory, scale, documents];
