import { answers } from './answers.mjs';
import { batch } from './batch.mjs';
import { click } from './click.mjs';
import { coldOpen } from './cold-open.mjs';
import { definitions } from './definitions.mjs';
import { documents } from './documents.mjs';
import { loop } from './loop.mjs';
import { memory } from './memory.mjs';
import { observe } from './observe.mjs';
import { picture } from './picture.mjs';
import { purchase } from './purchase.mjs';
import { scale } from './scale.mjs';
import { screens } from './screens.mjs';
import { shellClick } from './shell-click.mjs';
import { text } from './text.mjs';
import { trial } from './trial.mjs';

/** @type {import('./measure.mjs').Measure[]} */
export const measures = [
  observe,
  picture,
  text,
  click,
  loop,
  memory,
  scale,
  documents,
  definitions,
  shellClick,
  coldOpen,
  batch,
  purchase,
  answers,
  screens,
  trial,
];
