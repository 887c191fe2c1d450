import { type Entry, goneInside, type Looked, type LookRequest } from '../../page-protocol.js';
import { viewportBox, visual } from '../box.js';
import {
  clientHeightOf,
  clientWidthOf,
  dispatch,
  rectOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
  tagOf,
} from '../dom.js';
import { nameOf } from '../naming/names.js';
import { ariaRole } from '../naming/roles.js';
import {
  activeElement,
  newElement,
  pageBody,
  pageRoot,
  pageScroller,
  pageTitle,
  readyState,
  treeWalker,
} from '../own-document.js';
import { arrivedAmong } from '../record/arrivals.js';
import { changeCount } from '../record/change-count.js';
import { freshFlashes, noteLook } from '../record/flashes.js';
import { begin, catchUp, isRestless, mayMove, notePlace, watch } from '../record/recorder.js';
import { elementOf, shadowRootOf } from '../registry.js';
import { walk } from './collect.js';
import { walkFinding, walkInside } from './find.js';
import { noteListening } from './interest.js';
import { defaultCaps, type Walk } from './walk.js';

let lastWalk: Walk | undefined;
let lastGlance: { walk: Walk; mark: Mark } | undefined;

/** What this document shows: bounded by the screen and by caps, never by the size of the page. */
export function look(request: LookRequest): Looked {
  const root = pageRoot() ?? newElement('html');
  catchUp();
  let incomplete: string | undefined;
  let found: Walk;
  if (request.inside) {
    found = walkInside(request.inside.number, request.inside.from) ?? empty(goneInside);
  } else if (request.find !== undefined) {
    const { parts, complete } = walkFinding(request.find);
    found = join(parts);
    if (!complete) incomplete = 'the page is too large to be searched whole';
  } else {
    found = walk(root, request.clip ?? viewportBox(), defaultCaps);
  }
  const isWhole = !request.inside && request.find === undefined && !request.clip;
  if (request.glance) lastGlance = { walk: found, mark: markNow() };
  else note(found, isWhole ? markNow() : undefined);
  const scroller = mainScroller(found);
  const beyond = request.inside || request.find !== undefined ? { above: [], below: [] } : headingsBeyond(found);
  const looked: Looked = {
    entries: found.entries,
    url: location.href,
    title: pageTitle().slice(0, 300),
    ready: readyState(),
    width: window.innerWidth,
    height: window.innerHeight,
    scroll: {
      x: Math.round(scrollLeftOf(scroller)),
      y: Math.round(scrollTopOf(scroller)),
      width: scrollWidthOf(scroller),
      height: scrollHeightOf(scroller),
    },
    visual: visual(),
    ...beyond,
    dropped: found.dropped,
    ...(incomplete || found.incomplete ? { incomplete: incomplete ?? found.incomplete } : {}),
    canvases: found.canvases,
    lists: found.lists,
    arrived: arrivedAmong(found.entries),
    restless: found.entries.filter((entry) => restlessEntry(entry)).map((entry) => entry.number),
    flashes: request.fresh && !request.glance ? freshFlashes() : [],
    hosts: fresh(found.hosts, timesDue()).length,
    mute: fresh(found.mute, timesDue()).length,
  };
  if (!request.glance) noteLook();
  if (request.arm) begin();
  return looked;
}

/** What shows, without walking the page, that it is as it was. */
interface Mark {
  at: number;
  changes: number;
  focused: Element | null;
  place: string;
}

let lastMark: Mark | undefined;
/** What changes without a trace does not do so in so short a time. */
const sameForMs = 40;

function markNow(): Mark {
  const place = [location.href, window.scrollX, window.scrollY, window.innerWidth, window.innerHeight].join(' ');
  return { at: performance.now(), changes: changeCount(), focused: activeElement(), place };
}

/** Nothing has happened since the last look at the whole screen, a moment ago. */
export function isAsLastSeen(): boolean {
  catchUp();
  if (!lastMark || mayMove()) return false;
  const { at, changes, focused, place } = markNow();
  if (at - lastMark.at > sameForMs || changes !== lastMark.changes) return false;
  return focused === lastMark.focused && place === lastMark.place;
}

/** From here on, this is what was last seen. */
function note(found: Walk, mark: Mark | undefined): void {
  lastWalk = found;
  lastMark = mark;
  for (const { element } of found.seen) {
    const shadow = shadowRootOf(element);
    if (shadow) watch(shadow);
  }
  if (found.scroller) notePlace(found.scroller);
}

/** The last glance was used as a look. */
export function keepGlance(): void {
  if (!lastGlance) return;
  note(lastGlance.walk, lastGlance.mark);
  lastGlance = undefined;
  freshFlashes();
  noteLook();
}

function restlessEntry(entry: Entry): boolean {
  const element = elementOf(entry.number);
  return element !== undefined && isRestless(element);
}

function empty(incomplete: string): Walk {
  return { seen: [], entries: [], dropped: 0, incomplete, hosts: [], mute: [], canvases: [], lists: [] };
}

function join(parts: Walk[]): Walk {
  const whole: Walk = { seen: [], entries: [], dropped: 0, hosts: [], mute: [], canvases: [], lists: [] };
  const numbers = new Set<number>();
  for (const part of parts) {
    for (const entry of part.entries) {
      if (numbers.has(entry.number)) continue;
      numbers.add(entry.number);
      whole.entries.push(entry);
    }
  }
  return whole;
}

function mainScroller(found: Walk): Element {
  const page = pageScroller() ?? pageRoot() ?? newElement('html');
  const pageScrolls = scrollHeightOf(page) > clientHeightOf(page) + 1 || scrollWidthOf(page) > clientWidthOf(page) + 1;
  return pageScrolls ? page : (found.scroller ?? page);
}

const farthest = 400;
const most = 4;

/** A few headings before and after what is shown: found by stepping outwards, at most `farthest` nodes each way. */
function headingsBeyond(found: Walk): { above: string[]; below: string[] } {
  const above: string[] = [];
  const below: string[] = [];
  const headings = (
    into: string[],
    step: (walker: TreeWalker) => Node | null,
    from: Element | undefined,
    outside: (rect: DOMRect) => boolean,
  ) => {
    if (!from) return;
    const walker = treeWalker(pageRoot(), NodeFilter.SHOW_ELEMENT);
    walker.currentNode = from;
    for (let steps = 0; steps < farthest && into.length < most; steps += 1) {
      const node = step(walker);
      if (!(node instanceof Element)) return;
      if (!/^H[1-6]$/.test(tagOf(node)) && ariaRole(node) !== 'heading') continue;
      const rect = rectOf(node);
      const name = rect.height > 0 && outside(rect) ? nameOf(node).slice(0, 60) : '';
      if (name) into.push(name);
    }
  };
  headings(
    above,
    (walker) => walker.previousNode(),
    found.firstVisible,
    (rect) => rect.bottom <= 0,
  );
  headings(
    below,
    (walker) => walker.nextNode(),
    found.lastVisible,
    (rect) => rect.top >= window.innerHeight,
  );
  return { above: above.reverse(), below };
}

/** How often an element was handed out to be looked into: once may be too early, a script may still be at work. */
const handedOut = new WeakMap<Element, number>();

function fresh(elements: readonly Element[], times: number): Element[] {
  return elements.filter((element) => (handedOut.get(element) ?? 0) < times);
}

function handOut(elements: readonly Element[]): Element[] {
  const due = fresh(elements, timesDue()).slice(0, mostHandedOut);
  for (const element of due) handedOut.set(element, timesDue());
  return due;
}

const mostHandedOut = 150;

/** Hosts that the driver is to look into for a closed shadow root. */
export function hosts(): Element[] {
  return handOut(lastWalk?.hosts ?? []);
}

const asked = new Map<string, Element[]>();

/** Sends an event that nobody else knows of to each mute element: the driver listens for it beside the page's own scripts. */
export function knock({ event }: { event: string }): number {
  const mute = handOut(lastWalk?.mute ?? []);
  asked.set(event, mute);
  for (const element of mute) dispatch(element, new Event(event, { composed: true }));
  return mute.length;
}

/** Which of the elements knocked at have a listener for clicks, by their place in the order of knocking. */
export function answered({ event, places }: { event: string; places: number[] }): void {
  for (const place of places) {
    const element = asked.get(event)?.[place];
    if (element) noteListening(element);
  }
  asked.delete(event);
}

/** The same knock at one element: what listens along its path is found by the driver. */
export function knockAt({ event, number }: { event: string; number?: number }): void {
  const element = number === undefined ? (activeElement() ?? pageBody()) : elementOf(number);
  dispatch(element ?? document, new Event(event, { composed: true }));
}

/** Each is looked into once while the page loads and once after. */
function timesDue(): number {
  return readyState() === 'complete' ? 2 : 1;
}
