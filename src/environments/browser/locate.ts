import type { Target } from '../../core/action.js';
import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { compose, identity, invert, mapPoint, type Point } from '../../core/geometry.js';
import type { Described, Prepared, PrepareRequest, Visual } from '../../perception/protocol.js';
import { type CdpDocument, isGone } from './document-link.js';
import { frameAffine, ownerNumber } from './frame-owner.js';
import { affineTo, documentOf } from './gather.js';
import type { Hands } from './hands.js';

/** A target found on the screen: where input has to go to reach it. */
export interface Aim extends Point {
  document: CdpDocument;
  /** The element's number in its document, when the target was one. */
  number?: number;
  facts?: Extract<Prepared, { ok: true }>;
  /** What takes text there. */
  editable: boolean;
}

/** Finds where a target is on the screen, brought into view, checked, and on top. */
export async function locate(hands: Hands, target: Target, need: PrepareRequest['need']): Promise<Aim> {
  if ('element' in target) return locateElement(hands, target.element, need);
  checkPoint(hands, target);
  const main = mainDocument(hands);
  const [hit, shown] = await Promise.all([
    main.ask('atPoint', target, hands.limits.look, hands.signal),
    main.ask('visual', undefined, hands.limits.look, hands.signal),
  ]);
  if (shown.scale === 1) return { ...target, document: main, editable: hit?.editable ?? false };
  // A page zoomed by pinching shows a part of itself, larger. Input is counted in pixels of the page from the corner of that part.
  const point = { x: target.x / shown.scale, y: target.y / shown.scale };
  const inPage = { x: point.x + shown.x, y: point.y + shown.y };
  const really = await main.ask('atPoint', inPage, hands.limits.look, hands.signal);
  return { ...point, document: main, editable: really?.editable ?? false };
}

export function mainDocument(hands: Hands): CdpDocument {
  const main = hands.tab.frames.main();
  if (!main)
    throw new HandrailError('page_hung', 'The page has no document yet.', 'Wait for page_loaded, then observe.');
  return main;
}

export function checkPoint({ viewport }: Hands, { x, y }: Point): void {
  if (Number.isFinite(x) && Number.isFinite(y) && x >= 0 && y >= 0 && x < viewport.width && y < viewport.height) return;
  throw new HandrailError(
    'out_of_range',
    `(${x}, ${y}) is not on the screen.`,
    `The screen is ${viewport.width}×${viewport.height}: x from 0 to ${viewport.width - 1}, y from 0 to ${viewport.height - 1}.`,
  );
}

/** The document an element lives in, or the error that says why it cannot be used. */
export function documentOfElement(hands: Hands, id: ElementId): { document: CdpDocument; number: number } {
  const place = hands.ids.placeOf(id);
  if (!place) {
    if (hands.ids.wasGiven(id)) throw stale(id);
    throw new HandrailError('unknown_element', `There is no ${id}.`, 'Use an id from the last observation.');
  }
  if (place.tab !== hands.tab.id && hands.tabs.get(place.tab)) {
    throw new HandrailError(
      'stale_element',
      `${id} is in another tab (${place.tab}).`,
      `Select it with { type: 'tab', do: 'select', tab: '${place.tab}' }.`,
    );
  }
  const document = documentOf(hands.tab, place.document);
  if (!document) throw stale(id);
  return { document, number: place.number };
}

function stale(id: ElementId): HandrailError {
  return new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
}

async function locateElement(hands: Hands, id: ElementId, need: PrepareRequest['need']): Promise<Aim> {
  const { document, number } = documentOfElement(hands, id);
  const most = Math.min(2_000, hands.limits.action / 3);
  const prepared = await document
    .ask('prepare', { number, need, most }, most + hands.limits.look, hands.signal)
    .catch((error: unknown) => {
      throw isGone(error) ? stale(id) : error;
    });
  if (!prepared.ok) throw refusal(hands, id, prepared, document);
  const point = await toScreen(hands, id, document, prepared, need !== 'reach');
  return { ...point, document, number, facts: prepared, editable: prepared.editable };
}

/** Maps a point of a nested document to where input goes, scrolling the frames around it as needed. */
async function toScreen(
  hands: Hands,
  id: ElementId,
  document: CdpDocument,
  point: Point & { visual: Visual },
  onTop: boolean,
): Promise<Point> {
  const main = mainDocument(hands);
  let at: Point = { x: point.x, y: point.y };
  let child = document;
  while (child !== main) {
    const parentId = hands.tab.frames.parentOf(child.frameId);
    const parent = parentId === undefined ? undefined : hands.tab.frames.document(parentId);
    const number = parent && (await ownerNumber(parent, child.frameId));
    if (!parent || number === undefined) throw stale(id);
    at = await throughFrame(hands, id, parent, child, number, at, onTop);
    child = parent;
  }
  const shown = document === main ? point.visual : await main.ask('visual', undefined, hands.limits.look);
  const input = { x: at.x - shown.x, y: at.y - shown.y };
  if (input.x < 0 || input.y < 0 || input.x * shown.scale >= shown.width || input.y * shown.scale >= shown.height) {
    throw new HandrailError(
      'not_visible',
      `${id} cannot be brought onto the screen.`,
      'Scroll to it, or observe again.',
    );
  }
  return input;
}

async function throughFrame(
  hands: Hands,
  id: ElementId,
  parent: CdpDocument,
  child: CdpDocument,
  number: number,
  point: Point,
  mustBeOnTop: boolean,
): Promise<Point> {
  const place = await parent.ask('framePlace', { number, ...point }, hands.limits.look, hands.signal);
  if (!place.ok) throw stale(id);
  const own = await child.ask('visual', undefined, hands.limits.look);
  const inTarget = await frameAffine(parent, child, own);
  // Quads speak of the whole target; the parent of a frame in the same process may itself be nested in it.
  const root = hands.tab.frames.rootOf(parent.frameId);
  const parentInTarget = root && root !== parent ? await affineTo(hands.tab, root, parent) : identity;
  const mapped = mapPoint(compose(invert(parentInTarget), inTarget), point);
  if (mustBeOnTop && !(await parent.ask('isFrameAt', { number, ...mapped }, hands.limits.look))) {
    throw covered(hands, id, parent, place.cover);
  }
  return mapped;
}

function refusal(
  hands: Hands,
  id: ElementId,
  prepared: Extract<Prepared, { ok: false }>,
  document: CdpDocument,
): HandrailError {
  const element = hands.ids.lastSeen(id);
  const what = element ? `${id} ${element.role} "${element.name.slice(0, 60)}"` : id;
  switch (prepared.code) {
    case 'stale':
      return stale(id);
    case 'not_visible':
      return new HandrailError(
        'not_visible',
        `${what} is not visible.`,
        'Open or scroll what hides it, then observe again.',
      );
    case 'not_stable':
      return new HandrailError(
        'not_stable',
        `${what} does not stand still.`,
        'Wait for the animation to end, or act by coordinates.',
      );
    case 'disabled':
      return new HandrailError('disabled', `${what} is disabled.`, 'Do first what enables it.');
    case 'covered':
      return covered(hands, id, document, prepared.cover);
  }
}

function covered(hands: Hands, id: ElementId, document: CdpDocument, cover: Described | undefined): HandrailError {
  const coverId =
    cover?.number === undefined
      ? undefined
      : hands.ids.idOf({ document: document.key, number: cover.number, tab: hands.tab.id });
  const by = cover ? `${coverId ? `${coverId} ` : ''}${cover.role} "${cover.name}"` : 'something else';
  return new HandrailError('covered', `${id} is covered by ${by}.`, 'Close or move what covers it, then try again.');
}
