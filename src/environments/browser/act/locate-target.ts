import type { Target } from '../../../core/action.js';
import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { ElementSummary, PreparedTarget, PrepareRequest } from '../../../perception/page/protocol.js';
import { isDocumentGone, type PageDocument } from '../frames/page-document.js';
import type { ActionContext, LocatedTarget, TargetFinder } from './action-context.js';

const maxPrepareMs = 2_000;

/** Finds a target on the screen. An element is scrolled into view, checked, and not covered. */
export async function locateTarget(
  context: ActionContext,
  target: Target,
  need: PrepareRequest['need'],
): Promise<LocatedTarget> {
  const { targets, limits } = context;
  if (!('element' in target)) {
    checkPoint(context, target);
    return targets.locatePoint(target);
  }
  const id = target.element;
  const element = await targets.resolve(id);
  const maxMs = Math.min(maxPrepareMs, limits.actionTimeoutMs / 3);
  const prepared = await targets.prepare(element, need, maxMs).catch((error: unknown) => {
    throw isDocumentGone(error) ? staleElement(id) : error;
  });
  if (!prepared.ok) throw toRefusal(context, id, prepared, element.document);
  const point = await targets.toInputPoint(id, element.document, prepared, need !== 'reach');
  return { ...point, ...element, facts: prepared };
}

/** Throws `out_of_range` for a point that is not on the screen. */
export function checkPoint({ viewport }: Pick<ActionContext, 'viewport'>, { x, y }: Point): void {
  if (Number.isFinite(x) && Number.isFinite(y) && x >= 0 && y >= 0 && x < viewport.width && y < viewport.height) return;
  throw new HandrailError(
    'out_of_range',
    `(${x}, ${y}) is not on the screen.`,
    `The screen is ${viewport.width}×${viewport.height}: x from 0 to ${viewport.width - 1}, y from 0 to ${viewport.height - 1}.`,
  );
}

/** The documents to record for an action: the main document, and those of its targets. */
export async function recordedDocuments(
  { targets }: ActionContext,
  ...documents: PageDocument[]
): Promise<PageDocument[]> {
  return [...new Set([await targets.mainDocument(), ...documents])];
}

export function staleElement(id: ElementId): HandrailError {
  return new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
}

export function unknownElement(id: ElementId): HandrailError {
  return new HandrailError('unknown_element', `There is no element ${id}.`, 'Use an id from the last observation.');
}

function toRefusal(
  { ids, targets }: ActionContext,
  id: ElementId,
  prepared: Extract<PreparedTarget, { ok: false }>,
  document: PageDocument,
): HandrailError {
  const element = ids.lastSeen(id);
  const described = element ? `${id} ${element.role} "${element.name.slice(0, 60)}"` : id;
  switch (prepared.code) {
    case 'stale':
      return staleElement(id);
    case 'not_visible':
      return new HandrailError(
        'not_visible',
        `${described} is not visible.`,
        'Open or scroll what hides it, then observe again.',
      );
    case 'not_stable':
      return new HandrailError(
        'not_stable',
        `${described} keeps moving.`,
        'Wait for the animation to end, or act by coordinates.',
      );
    case 'disabled':
      return new HandrailError('disabled', `${described} is disabled.`, 'Enable it first.');
    case 'covered':
      return coveredElement(targets, id, document, prepared.cover);
  }
}

export function coveredElement(
  targets: Pick<TargetFinder, 'idOf'>,
  id: ElementId,
  document: PageDocument,
  cover: ElementSummary | undefined,
): HandrailError {
  const coverId = cover?.number === undefined ? undefined : targets.idOf(document, cover.number);
  const by = cover && { ...(coverId === undefined ? {} : { id: coverId }), role: cover.role, name: cover.name };
  const described = by ? `${by.id ? `${by.id} ` : ''}${by.role} "${by.name}"` : 'something else';
  return new HandrailError(
    'covered',
    `${id} is covered by ${described}.`,
    'Close or move what covers it, then try again.',
    { facts: by ? { by } : {} },
  );
}
