import type { Target } from '../../../core/action.js';
import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Affine, compose, invert, mapPoint, type Point } from '../../../core/geometry.js';
import type { Described, Prepared, PrepareRequest, Visual } from '../../../perception/page-protocol.js';
import { type CdpDocument, isGone } from '../frames/document-link.js';
import { documentOf } from '../frames/frame-documents.js';
import { affineTo } from '../frames/frame-mapping.js';
import { frameAffine, ownerNumber, showFramePoint } from '../frames/frame-owner.js';
import { readyLook } from '../observe/cached-look.js';
import type { ActionContext } from './action-context.js';

/** A target found on the screen, in the pixels of input events: those of the screen, as large as they were before a pinch zoomed in. */
export interface Aim extends Point {
  document: CdpDocument;
  /** The element's number in its document, when the target was one. */
  number?: number;
  facts?: Extract<Prepared, { ok: true }>;
  /** What takes text there. */
  editable: boolean;
}

/** Finds where a target is on the screen, brought into view, checked, and on top. */
export async function locate(hands: ActionContext, target: Target, need: PrepareRequest['need']): Promise<Aim> {
  if ('element' in target) return locateElement(hands, target.element, need);
  checkPoint(hands, target);
  const main = mainDocument(hands);
  const { hit, visual } = await main.ask('atPoint', target, hands.limits.look, hands.signal);
  const { x, y } = target;
  return { x: x / visual.scale, y: y / visual.scale, document: main, editable: hit?.editable ?? false };
}

export function mainDocument(hands: ActionContext): CdpDocument {
  const main = hands.tab.frames.main();
  if (!main)
    throw new HandrailError('page_hung', 'The page has no document yet.', 'Wait for page_loaded, then observe.');
  return main;
}

export function checkPoint({ viewport }: ActionContext, { x, y }: Point): void {
  if (Number.isFinite(x) && Number.isFinite(y) && x >= 0 && y >= 0 && x < viewport.width && y < viewport.height) return;
  throw new HandrailError(
    'out_of_range',
    `(${x}, ${y}) is not on the screen.`,
    `The screen is ${viewport.width}×${viewport.height}: x from 0 to ${viewport.width - 1}, y from 0 to ${viewport.height - 1}.`,
  );
}

/** The document an element lives in, or the error that says why it cannot be used. */
export function documentOfElement(hands: ActionContext, id: ElementId): { document: CdpDocument; number: number } {
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

async function locateElement(hands: ActionContext, id: ElementId, need: PrepareRequest['need']): Promise<Aim> {
  const { document, number } = documentOfElement(hands, id);
  const most = Math.min(2_000, hands.limits.action / 3);
  const look = need === 'use' && document === mainDocument(hands);
  const prepared = await document
    .ask('prepare', { number, need, most, look }, most + hands.limits.look, hands.signal)
    .catch((error: unknown) => {
      throw isGone(error) ? stale(id) : error;
    });
  if (!prepared.ok) throw refusal(hands, id, prepared, document);
  readyLook(document, prepared);
  const point = await toScreen(hands, id, document, prepared, need !== 'reach');
  return { ...point, document, number, facts: prepared, editable: prepared.editable };
}

/** Maps a point of a nested document to where input goes, scrolling the frames around it as needed. */
async function toScreen(
  hands: ActionContext,
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

/** The same point in the document around a frame, once it is on the screen there and nothing lies over it. */
async function throughFrame(
  hands: ActionContext,
  id: ElementId,
  parent: CdpDocument,
  child: CdpDocument,
  number: number,
  point: Point,
  mustBeOnTop: boolean,
): Promise<Point> {
  for (let tries = 0; ; tries += 1) {
    const mapped = mapPoint(await frameInParent(hands, parent, child), point);
    const place = await parent.ask('framePlace', { number, ...mapped }, hands.limits.look, hands.signal);
    if (!place.ok) throw stale(id);
    const isLast = tries === 2;
    if (!place.visible && !isLast) {
      const { inset, zoom } = place;
      const inside = { x: (inset.x + point.x) * zoom, y: (inset.y + point.y) * zoom };
      await showFramePoint(parent, child.frameId, inside, 30 * (1 + 3 * tries));
    } else if (place.moved && !isLast) {
      // Scrolled out from under a bar: look again.
    } else if (mustBeOnTop && !place.onTop) {
      throw covered(hands, id, parent, place.cover);
    } else {
      return mapped;
    }
  }
}

/** How a frame's coordinates map to those of the document around it. */
async function frameInParent(hands: ActionContext, parent: CdpDocument, child: CdpDocument): Promise<Affine> {
  const own = await child.ask('visual', undefined, hands.limits.look);
  // The box of a frame is told within its whole target; the parent may itself be nested in that.
  const root = hands.tab.frames.rootOf(parent.frameId) ?? parent;
  const inTarget = await frameAffine(root, parent, child, own);
  if (root === parent) return inTarget;
  return compose(invert(await affineTo(hands.tab, root, parent)), inTarget);
}

function refusal(
  hands: ActionContext,
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

function covered(
  hands: ActionContext,
  id: ElementId,
  document: CdpDocument,
  cover: Described | undefined,
): HandrailError {
  const coverId =
    cover?.number === undefined
      ? undefined
      : hands.ids.idOf({ document: document.key, number: cover.number, tab: hands.tab.id });
  const by = cover ? `${coverId ? `${coverId} ` : ''}${cover.role} "${cover.name}"` : 'something else';
  return new HandrailError('covered', `${id} is covered by ${by}.`, 'Close or move what covers it, then try again.');
}
