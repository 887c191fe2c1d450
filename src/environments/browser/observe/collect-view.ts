import type { ElementId } from '../../../core/element.js';
import { type Affine, compose, invert, mapRect, type Rect } from '../../../core/geometry.js';
import type { View, ViewRequest } from '../../../core/view.js';
import type { Looked, LookRequest } from '../../../perception/page-protocol.js';
import { shortAddress } from '../address.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/document-link.js';
import { documentOf, rootOf } from '../frames/frame-documents.js';
import { affineTo, visualAffine } from '../frames/frame-mapping.js';
import type { Tab } from '../tabs/tab.js';
import { type Gathering, goneElement, lookAt } from './partial-view.js';
import { place } from './place-entries.js';

export interface Gathered {
  view: View;
  restless: ElementId[];
  /** Where the page draws by itself, in screen pixels. */
  canvases: Rect[];
  flashes: string[];
}

export interface GatherOptions {
  look: ViewRequest;
  fresh?: boolean;
  arm?: boolean;
  ms: number;
  signal?: AbortSignal;
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
