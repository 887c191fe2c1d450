import type { PageCalls } from '../page-protocol.js';
import {
  chooseTyped,
  clearFiles,
  clickHidden,
  fieldText,
  focusTakesText,
  insertLong,
  placeCaret,
  setValue,
} from './act/edit.js';
import { atPoint, framePlace, prepare } from './act/prepare.js';
import { visual } from './box.js';
import { showsText } from './collect/find.js';
import { answered, hosts, keepGlance, knock, knockAt, look } from './collect/look.js';
import { readAttributes, readElements } from './read/elements.js';
import { readBlocks, readParts } from './read/page.js';
import { knockLast } from './record/handling.js';
import { begin, disown, start, watch } from './record/recorder.js';
import { settle, sign } from './record/settle.js';
import { elementOf, numberOf, rememberClosedRoot } from './registry.js';

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
