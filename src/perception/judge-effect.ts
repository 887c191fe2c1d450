import type { Change } from '../core/change.js';
import type { Element, ElementId } from '../core/element.js';
import type { Effect } from '../core/outcome.js';
import type { Evidence, View } from '../core/view.js';
import { diffViews } from './diff/diff-views.js';

/** Changes that come with every click and tell nothing by themselves. */
const weak = new Set<Change['kind']>(['focus', 'moved', 'page']);

/** What an action changed, from what was recorded while it ran and from the two looks around it. */
export function judge(evidence: Evidence): { effect: Effect; changes: Change[] } {
  const changes = mergeChanges(evidence);
  if (evidence.done === 'no') return { effect: 'unchanged', changes };
  const told = changes.filter((change) => !weak.has(change.kind) && !isFocusState(change));
  if (told.length > 0) return { effect: 'changed', changes };
  if (evidence.focuses) return { effect: 'changed', changes };
  if (evidence.done === 'maybe' || !evidence.complete) return { effect: 'unknown', changes };
  if (evidence.after?.incomplete || evidence.before?.incomplete) return { effect: 'unknown', changes };
  return { effect: 'unchanged', changes };
}

/** What is recorded inside a document: of a new one, all of it is new. */
const ofDocument = new Set<Change['kind']>(['text', 'attribute', 'value', 'flashed', 'scrolled']);

function isFocusState(change: Change): boolean {
  return change.kind === 'state' && [...change.added, ...change.removed].every((state) => state === 'focused');
}

function mergeChanges({ changes, before, after, ambientChanges }: Evidence): Change[] {
  if (!before || !after) return changes;
  const seen = diffViews(before, after, new Set(ambientChanges))
    .filter((change) => change.kind !== 'scrolled')
    .filter((change) => !isCoverage(change));
  if (before.scene !== after.scene) return sceneChanged(changes, seen);
  const elements = byId(after);
  const isTold = seen.some((change) => 'element' in change && !weak.has(change.kind));
  const recorded = changes.flatMap((change) => keepRecorded(change, seen, isTold, elements));
  return [...seen, ...recorded];
}

/** Where all is new, nothing counts one by one. */
function sceneChanged(changes: readonly Change[], seen: readonly Change[]): Change[] {
  const address = seen.filter((change) => change.kind === 'url' || change.kind === 'title' || change.kind === 'tab');
  const isElsewhere = address.some((change) => change.kind === 'url');
  const rest = changes.filter((change) => (change.kind === 'reloaded' ? !isElsewhere : !ofDocument.has(change.kind)));
  return [...address, ...rest];
}

/** That others are covered now is the doing of what appeared in front of them. */
function isCoverage(change: Change): boolean {
  return change.kind === 'state' && [...change.added, ...change.removed].every((state) => state === 'covered');
}

function keepRecorded(
  change: Change,
  seen: readonly Change[],
  isTold: boolean,
  elements: ReadonlyMap<ElementId, Element>,
): Change[] {
  if (change.kind === 'text' || change.kind === 'attribute') return isTold ? [] : [change];
  if (change.kind !== 'value') return [change];
  if (seen.some((other) => 'element' in other && other.element === change.element && other.kind !== 'focus')) return [];
  const element = change.element && elements.get(change.element);
  // A field that shows the same as before did not change, whatever events it sent; a password shows the same always.
  if (element && !element.states.includes('password')) return [];
  return [element ? { ...change, to: element.value ?? '' } : change];
}

function byId(view: View): Map<ElementId, Element> {
  return new Map(view.elements.map((element) => [element.id, element]));
}
