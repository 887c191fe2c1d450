import type { Change } from '../core/change.js';
import { type Element, type ElementId, isSecretField } from '../core/element.js';
import type { Effect } from '../core/outcome.js';
import type { Evidence } from '../core/view.js';
import { diffViews } from './diff/diff-views.js';

/** Changes that accompany every click and are no evidence on their own. */
const weakKinds = new Set<Change['kind']>(['focus', 'moved', 'page']);
/** Changes recorded inside one document. In a new document everything is new. */
const documentKinds = new Set<Change['kind']>(['text', 'attribute', 'value', 'flashed', 'scrolled', 'drawing']);

/** Decides what an action changed, from the recorded changes and the two views around the action. */
export function judgeEffect(evidence: Evidence): { effect: Effect; changes: Change[] } {
  const changes = mergeChanges(evidence);
  return { effect: effectOf(evidence, changes), changes };
}

function effectOf({ executed, tookFocus, complete, before, after }: Evidence, changes: readonly Change[]): Effect {
  if (executed === 'no') return 'unchanged';
  const isEvident = changes.some((change) => !weakKinds.has(change.kind) && !isOnlyState(change, 'focused'));
  if (isEvident || tookFocus) return 'changed';
  if (executed === 'maybe' || !complete || after?.incomplete || before?.incomplete) return 'unknown';
  return 'unchanged';
}

function isOnlyState(change: Change, state: 'focused' | 'covered'): boolean {
  return change.kind === 'state' && [...change.added, ...change.removed].every((one) => one === state);
}

function mergeChanges({ changes, before, after, ambientElements }: Evidence): Change[] {
  if (!before || !after) return changes;
  const differences = diffViews(before, after, new Set(ambientElements))
    .filter((change) => change.kind !== 'scrolled')
    // The view contains only the start of the selected text.
    .filter(({ kind }) => kind !== 'selection' || !changes.some((change) => change.kind === 'selection'))
    // Elements become covered because of what appeared in front of them.
    .filter((change) => !isOnlyState(change, 'covered'));
  if (before.sceneId !== after.sceneId) return mergeAcrossPages(changes, differences);
  const elements = new Map(after.elements.map((element) => [element.id, element]));
  const hasElementChange = differences.some(isElementChange) || changes.some(({ kind }) => kind === 'drawing');
  const recorded = changes.flatMap((change) => keepRecorded(change, differences, hasElementChange, elements));
  return [...differences, ...recorded];
}

/** On another page, single elements do not count. */
function mergeAcrossPages(changes: readonly Change[], differences: readonly Change[]): Change[] {
  const location = differences.filter(({ kind }) => kind === 'url' || kind === 'title' || kind === 'tab');
  const hasNewUrl = location.some(({ kind }) => kind === 'url');
  const others = changes.filter(({ kind }) => (kind === 'reloaded' ? !hasNewUrl : !documentKinds.has(kind)));
  return [...location, ...others];
}

function isElementChange(change: Change): boolean {
  return change.kind === 'reordered' || ('element' in change && !weakKinds.has(change.kind));
}

function keepRecorded(
  change: Change,
  differences: readonly Change[],
  hasElementChange: boolean,
  elements: ReadonlyMap<ElementId, Element>,
): Change[] {
  if (change.kind === 'text' || change.kind === 'attribute') return hasElementChange ? [] : [change];
  if (change.kind !== 'value') return [change];
  if (differences.some((other) => 'element' in other && other.element === change.element && other.kind !== 'focus'))
    return [];
  const element = change.element && elements.get(change.element);
  // The view contains only the beginning of a long value.
  if (change.difference) return [change];
  // A field that shows the same value did not change, whatever events it dispatched. A password always shows the same.
  if (element && !isSecretField(element)) return [];
  return [element ? { ...change, to: element.value ?? '' } : change];
}
