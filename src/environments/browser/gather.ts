import { within } from '../../core/deadline.js';
import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { type Affine, compose, identity, intersect, invert, mapRect, type Rect } from '../../core/geometry.js';
import type { Look, View } from '../../core/view.js';
import { type Entry, goneInside, type Looked, type LookRequest } from '../../perception/protocol.js';
import { type CdpDocument, CollectorFailed, isGone } from './document-link.js';
import type { ElementIds } from './element-ids.js';
import { frameAffine, ownerNumber } from './frame-owner.js';
import { rememberLook, takeAhead } from './look-ahead.js';
import { lookInto } from './look-into.js';
import type { Tab } from './tab.js';

export interface Gathered {
  view: View;
  restless: ElementId[];
  /** Where the page draws by itself, in screen pixels. */
  canvases: Rect[];
  flashes: string[];
}

interface Gathering {
  tab: Tab;
  ids: ElementIds;
  look: Look;
  fresh: boolean;
  arm: boolean;
  ms: number;
  /** Frames are looked into until then (performance.now). */
  until: number;
  signal?: AbortSignal;
  elements: Element[];
  restless: ElementId[];
  canvases: Rect[];
  flashes: string[];
  arrived: ElementId[];
  unseenRows: NonNullable<View['unseenRows']>;
  dropped: number;
  incomplete?: string;
}

export interface GatherOptions {
  look: Look;
  fresh?: boolean;
  arm?: boolean;
  ms: number;
  signal?: AbortSignal;
}

/** Nothing is shown in the place of an element that is not there. */
function goneElement(id: ElementId, wasThere: boolean): HandrailError {
  return wasThere
    ? new HandrailError('stale_element', `${id} is gone.`, 'Observe to see what is there now.')
    : new HandrailError('unknown_element', `There is no ${id}.`, 'Use an id from the last observation.');
}

/** Looks at all documents of a tab and puts what they show together, in reading order and screen pixels. */
export async function gather(tab: Tab, ids: ElementIds, options: GatherOptions): Promise<Gathered> {
  const main = tab.frames.main();
  const gathering: Gathering = {
    tab,
    ids,
    look: options.look,
    fresh: options.fresh ?? false,
    arm: options.arm ?? false,
    ms: options.ms,
    until: performance.now() + options.ms * 0.8,
    signal: options.signal,
    elements: [],
    restless: [],
    canvases: [],
    flashes: [],
    arrived: [],
    unseenRows: {},
    dropped: 0,
  };
  if (!main) throw new Error('Execution context was destroyed: the page has no document');
  const inside = options.look.inside && ids.placeOf(options.look.inside.element);
  const start = inside && documentOf(tab, inside.document);
  if (options.look.inside && !start) throw goneElement(options.look.inside.element, inside !== undefined);
  const request: LookRequest = { fresh: gathering.fresh, arm: gathering.arm };
  if (options.look.find !== undefined) request.find = options.look.find;
  if (inside && start === main) request.inside = { number: inside.number, from: options.look.inside?.from ?? 0 };
  const looked = await lookAt(gathering, main, request);
  const root = visualAffine(looked);
  const region = options.look.region && mapRect(invert(root), options.look.region);
  const window = inside || options.look.find !== undefined ? undefined : { x: 0, y: 0, ...sizeOf(looked) };
  if (!inside || start === main)
    await place(gathering, main, looked, { own: root, target: root, window }, undefined, region);
  else if (start) await lookInsideFrame(gathering, main, root, start, inside.number);
  ids.remember(gathering.elements);
  tab.title = looked.title;
  tab.ratio = looked.visual.ratio;
  return {
    view: { ...toView(gathering, looked), scene: main.key },
    restless: gathering.restless,
    canvases: gathering.canvases,
    flashes: gathering.flashes,
  };
}

function sizeOf({ width, height }: Looked): { width: number; height: number } {
  return { width, height };
}

export function documentOf(tab: Tab, key: string): CdpDocument | undefined {
  const visit = (frameId: string): CdpDocument | undefined => {
    const document = tab.frames.document(frameId);
    if (document?.key === key) return document;
    for (const child of tab.frames.childrenOf(frameId)) {
      const found = visit(child);
      if (found) return found;
    }
    return undefined;
  };
  const main = tab.frames.main();
  return main && visit(main.frameId);
}

async function lookAt(
  gathering: Gathering,
  document: CdpDocument,
  request: LookRequest,
  ms = gathering.ms,
): Promise<Looked> {
  const askLook = () => document.ask('look', request, ms, gathering.signal);
  let looked = takeAhead(document, request) ?? (await askLook());
  if ((looked.hosts > 0 || looked.mute > 0) && (await lookInto(document, looked, ms))) looked = await askLook();
  const { inside } = gathering.look;
  if (inside && looked.incomplete === goneInside) throw goneElement(inside.element, true);
  rememberLook(document, request, looked);
  return looked;
}

/** A page zoomed by pinching shows only a part of its viewport, larger. */
export function visualAffine({ visual }: Pick<Looked, 'visual'>): Affine {
  if (visual.scale === 1 && visual.x === 0 && visual.y === 0) return identity;
  return [visual.scale, 0, 0, visual.scale, -visual.x * visual.scale, -visual.y * visual.scale];
}

/** How a document maps to the screen, and how the outermost document of its process does. */
interface Mapping {
  own: Affine;
  target: Affine;
  /** The part of the screen that shows it, where only that counts. */
  window?: Rect;
}

async function place(
  gathering: Gathering,
  document: CdpDocument,
  looked: Looked,
  mapping: Mapping,
  frameName: string | undefined,
  region: Rect | undefined,
): Promise<void> {
  const { tab, ids, elements } = gathering;
  const idOf = (number: number) => ids.idOf({ document: document.key, number, tab: tab.id });
  const affine = mapping.own;
  const screen = { x: 0, y: 0, ...sizeOf(looked) };
  gathering.dropped += looked.dropped;
  gathering.flashes.push(...looked.flashes);
  gathering.incomplete ??= looked.incomplete;
  gathering.restless.push(...looked.restless.map(idOf));
  gathering.canvases.push(
    ...looked.canvases.map((box) =>
      mapRect(affine, { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }),
    ),
  );
  const isSearch = gathering.look.find !== undefined;
  const hasFrames = !isSearch && looked.entries.some((entry) => entry.frame);
  const owned = hasFrames ? await framesInTime(gathering, document) : undefined;
  for (const entry of looked.entries) {
    const box = { x: entry.box[0], y: entry.box[1], width: entry.box[2], height: entry.box[3] };
    if (region && !intersect(region, box)) continue;
    const whole = mapRect(affine, box);
    const bounds = frameName && mapping.window ? intersect(mapping.window, whole) : whole;
    if (!bounds) continue;
    const element = toElement(entry, idOf, bounds, frameName);
    if (!frameName && !intersect(screen, bounds)) element.states.push('offscreen');
    elements.push(element);
    const child = entry.frame && owned?.get(entry.number);
    if (child && performance.now() < gathering.until)
      await placeFrame(gathering, document, child, entry, mapping, region);
    else if (child) gathering.incomplete ??= tooManyFrames;
  }
  gathering.arrived.push(...looked.arrived.map(idOf));
  const listed = new Set(looked.entries.map((entry) => entry.list?.[0]));
  for (const [of, before, after] of looked.lists) if (listed.has(of)) gathering.unseenRows[idOf(of)] = [before, after];
  if (isSearch) await searchFrames(gathering, document, mapping);
}

/** What is looked for may be in any frame, on the screen or not. */
async function searchFrames(gathering: Gathering, parent: CdpDocument, mapping: Mapping): Promise<void> {
  const { tab, look } = gathering;
  for (const child of (await framesInTime(gathering, parent)).values()) {
    try {
      const looked = await lookAt(gathering, child, { find: look.find, fresh: gathering.fresh }, timeLeft(gathering));
      const own = compose(mapping.target, await frameAffine(rootOf(tab, parent), parent, child, looked));
      const target = parent.session === child.session ? mapping.target : own;
      await place(gathering, child, looked, { own, target }, shortAddress(looked.url), undefined);
    } catch (error) {
      if (isLate(error)) gathering.incomplete ??= tooManyFrames;
      else if (error instanceof CollectorFailed) gathering.incomplete ??= 'a frame could not be read';
      else if (!isGone(error)) throw error;
    }
  }
}

async function placeFrame(
  gathering: Gathering,
  parent: CdpDocument,
  child: CdpDocument,
  entry: Entry,
  mapping: Mapping,
  region: Rect | undefined,
): Promise<void> {
  if (!entry.frame) return;
  const [left, top, width, height] = entry.frame.box;
  const transformed = entry.frame.transformed;
  const request: LookRequest = { fresh: gathering.fresh, arm: gathering.arm };
  if (!transformed) {
    const [x, y, shownWidth, shownHeight] = entry.box;
    request.clip = {
      left: Math.max(0, x - left),
      top: Math.max(0, y - top),
      right: Math.min(width, x + shownWidth - left),
      bottom: Math.min(height, y + shownHeight - top),
    };
  }
  try {
    const looked = await lookAt(gathering, child, request, timeLeft(gathering));
    // The driver tells the box of a frame within the whole target; without transforms the collector's own is as good.
    const whole = transformed
      ? compose(mapping.target, await frameAffine(rootOf(gathering.tab, parent), parent, child, looked))
      : compose(mapping.own, [width / looked.width || 1, 0, 0, height / looked.height || 1, left, top]);
    const target = parent.session === child.session ? mapping.target : whole;
    const inside = region && mapRect(compose(invert(whole), mapping.own), region);
    const shown = mapRect(mapping.own, { x: entry.box[0], y: entry.box[1], width: entry.box[2], height: entry.box[3] });
    const window = mapping.window && intersect(mapping.window, shown);
    if (mapping.window && !window) return;
    await place(
      gathering,
      child,
      looked,
      { own: whole, target, window },
      entry.name || shortAddress(looked.url),
      inside,
    );
  } catch (error) {
    if (isGone(error)) return;
    const frame = `a frame${entry.name ? ` (${entry.name.slice(0, 60)})` : ''}`;
    if (error instanceof CollectorFailed) gathering.incomplete ??= `${frame} could not be read`;
    else if (isLate(error)) gathering.incomplete ??= `${frame} did not answer`;
    else throw error;
  }
}

function isLate(error: unknown): boolean {
  return error instanceof HandrailError && error.code === 'deadline';
}

function timeLeft({ until }: Gathering): number {
  return Math.max(20, until - performance.now());
}

function rootOf(tab: Tab, document: CdpDocument): CdpDocument {
  return tab.frames.rootOf(document.frameId) ?? document;
}

export function shortAddress(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`.slice(0, 60) || url.slice(0, 60);
  } catch (error) {
    if (error instanceof TypeError) return url.slice(0, 60);
    throw error;
  }
}

const tooManyFrames = 'there was no time to look into all frames';

/** The documents of the iframes in a document, by the number of the iframe element: those that could be found in time. */
async function framesInTime(gathering: Gathering, document: CdpDocument): Promise<Map<number, CdpDocument>> {
  const found = new Map<number, CdpDocument>();
  const left = Math.max(0, gathering.until - performance.now());
  await within(left, 'Finding the frames', findFrames(gathering.tab, document, found), gathering.signal).catch(
    (error: unknown) => {
      if (!isLate(error)) throw error;
      gathering.incomplete ??= tooManyFrames;
    },
  );
  return found;
}

/** The same without a deadline of its own; what was found so far is in `found`. */
export async function findFrames(tab: Tab, document: CdpDocument, found: Map<number, CdpDocument>): Promise<void> {
  await tab.frames.adoptRemote();
  await Promise.all(
    tab.frames.childrenOf(document.frameId).map(async (frameId) => {
      const child = tab.frames.document(frameId);
      const number = child && (await ownerNumber(document, frameId));
      if (child && number !== undefined) found.set(number, child);
    }),
  );
}

async function lookInsideFrame(
  gathering: Gathering,
  main: CdpDocument,
  root: Affine,
  start: CdpDocument,
  number: number,
): Promise<void> {
  const looked = await lookAt(gathering, start, { inside: { number, from: gathering.look.inside?.from ?? 0 } });
  const own = compose(root, await affineTo(gathering.tab, main, start, looked));
  const top = rootOf(gathering.tab, start);
  const target = top === start ? own : compose(root, await affineTo(gathering.tab, main, top));
  await place(gathering, start, looked, { own, target }, shortAddress(looked.url), undefined);
}

/** How the coordinates of a nested document map to those of the page's own. */
export async function affineTo(
  tab: Tab,
  main: CdpDocument,
  document: CdpDocument,
  size?: { width: number; height: number },
): Promise<Affine> {
  if (document === main) return identity;
  const parentId = tab.frames.parentOf(document.frameId);
  const parent = parentId === undefined ? undefined : tab.frames.document(parentId);
  if (!parent) return identity;
  const own = size ?? (await document.ask('visual', undefined, 2_000));
  // The box of a frame is given in the coordinates of the whole target, so frames of one process need no chain between them.
  const top = rootOf(tab, parent);
  const inner = await frameAffine(top, parent, document, own);
  return top === main ? inner : compose(await affineTo(tab, main, top), inner);
}

export function toElement(
  entry: Entry,
  idOf: (number: number) => ElementId,
  bounds: Rect,
  frame: string | undefined,
): Element {
  const element: Element = {
    id: idOf(entry.number),
    role: entry.role,
    name: entry.name,
    states: entry.states,
    bounds: roundRect(bounds),
    interactive: entry.interactive,
  };
  if (entry.value !== undefined) element.value = entry.value;
  if (entry.description) element.description = entry.description;
  if (entry.level) element.level = entry.level;
  if (entry.kind) element.kind = entry.kind;
  if (frame) element.frame = frame;
  if (entry.list) element.list = { of: idOf(entry.list[0]), row: entry.list[1], rows: entry.list[2] };
  return element;
}

function roundRect(rect: Rect): Rect {
  const round = (value: number) => Math.round(value * 10) / 10;
  return { x: round(rect.x), y: round(rect.y), width: round(rect.width), height: round(rect.height) };
}

function toView(gathering: Gathering, looked: Looked): View {
  const screen = sizeOf(looked);
  const view: View = {
    screen,
    url: looked.url,
    title: looked.title,
    scroll: looked.scroll,
    elements: gathering.elements,
    unseenRows: gathering.unseenRows,
    arrived: gathering.arrived,
    dropped: gathering.dropped,
  };
  const below = Math.max(0, Math.round(looked.scroll.height - looked.scroll.y - looked.height));
  if (looked.scroll.y > 0) view.above = { pixels: looked.scroll.y, headings: looked.above };
  if (below > 0) view.below = { pixels: below, headings: looked.below };
  if (gathering.incomplete) view.incomplete = gathering.incomplete;
  return view;
}
