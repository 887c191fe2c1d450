import type { PageCalls } from '../protocol.js';
import { visual } from './box.js';
import {
  chooseTyped,
  clearFiles,
  clickHidden,
  fieldText,
  focusTakesText,
  insertLong,
  placeCaret,
  setValue,
} from './edit.js';
import { showsText } from './find.js';
import { knockLast } from './handling.js';
import { answered, hosts, keepGlance, knock, knockAt, look } from './look.js';
import { atPoint, framePlace, prepare } from './prepare.js';
import { readAttributes, readElements } from './read-elements.js';
import { readBlocks, readParts } from './read-page.js';
import { begin, disown, start, watch } from './recorder.js';
import { elementOf, numberOf, rememberClosedRoot } from './registry.js';
import { settle, sign } from './settle.js';

/** What the driver can ask of a document. It lives in a world of its own: the page's scripts cannot see it. */
const key = `${performance.timeOrigin}-${Math.random()}`;

const page = {
  look,
  keepGlance,
  hosts,
  knock,
  knockAt,
  answered,
  prepare,
  atPoint,
  framePlace,
  visual: () => visual(),
  showsText,
  isConnected: ({ number }: { number: number }) => elementOf(number) !== undefined,
  begin: () => begin(),
  disown: () => disown(),
  knockLast,
  settle,
  sign,
  setValue,
  clickHidden,
  placeCaret,
  insertLong,
  clearFiles,
  focusTakesText: () => focusTakesText(),
  chooseTyped,
  fieldText,
  readElements,
  readParts,
  readAttributes,
  readBlocks,
  documentKey: () => key,
  numberOf,
  elementOf,
  adoptRoot(host: Element, root: ShadowRoot): void {
    rememberClosedRoot(host, root);
    watch(root);
  },
};

const home = globalThis as typeof globalThis & { __handrail__?: PageCalls };
// An element with this id answers to the name too.
if (!Object.hasOwn(home, '__handrail__')) {
  home.__handrail__ = page;
  start();
}
