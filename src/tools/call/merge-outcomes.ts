import type { Change } from '../../core/change.js';
import type { ElementId, State } from '../../core/element.js';
import type { Outcome } from '../../core/outcome.js';

/** Merges the outcomes of several actions on one page into one. Drops changes that were undone. */
export function mergeOutcomes(outcomes: readonly Outcome[], last: Outcome): Outcome {
  const before = outcomes
    .slice(0, -1)
    .flatMap(({ changes }) => changes.filter(({ kind }) => !transientKinds.has(kind)));
  if (last.navigated || before.length === 0) return last;
  const known = elementsBefore(outcomes[0]);
  const now = last.observation && new Set(last.observation.elements.map(({ id }) => id));
  const changes = netChanges([...before, ...last.changes]).filter((change) => {
    if (change.kind === 'appeared') return now?.has(change.element) ?? true;
    if (change.kind === 'file_chooser') return last.observation?.modal?.kind === 'file_chooser';
    return change.kind !== 'gone' || (known?.has(change.element) ?? true);
  });
  const effect = last.effect === 'unchanged' && changes.length > 0 ? 'changed' : last.effect;
  return { ...last, effect, changes };
}

/** Intermediate changes of these kinds do not matter. */
const transientKinds = new Set<Change['kind']>(['focus', 'moved']);

/** The elements before the first action. */
function elementsBefore({ changes = [], observation }: Partial<Outcome> = {}): Set<ElementId> | undefined {
  if (!observation) return undefined;
  const known = new Set(observation.elements.map(({ id }) => id));
  for (const change of changes) {
    if (change.kind === 'appeared') known.delete(change.element);
    if (change.kind === 'gone') known.add(change.element);
  }
  return known;
}

/** The changes that remain after all actions. */
function netChanges(changes: readonly Change[]): Change[] {
  const appeared = new Set(changes.flatMap((change) => (change.kind === 'appeared' ? [change.element] : [])));
  const gone = new Set(changes.flatMap((change) => (change.kind === 'gone' ? [change.element] : [])));
  const transient = new Set([...appeared].filter((id) => gone.has(id)));
  const merged = new Set<string>();
  return changes.flatMap((change): Change[] => {
    if ('element' in change && change.element !== undefined && transient.has(change.element)) return [];
    if (change.kind === 'state') return addOnce(merged, change) ? netState(changes, change.element) : [];
    if (change.kind === 'value' && change.element)
      return addOnce(merged, change) ? netValue(changes, change.element) : [];
    if (change.kind === 'renamed') return addOnce(merged, change) ? netName(changes, change.element) : [];
    return [change];
  });
}

function addOnce(merged: Set<string>, { kind, element }: { kind: string; element?: ElementId }): boolean {
  const key = `${kind} ${element}`;
  if (merged.has(key)) return false;
  merged.add(key);
  return true;
}

function netState(changes: readonly Change[], element: ElementId): Change[] {
  const own = changes.filter((change) => change.kind === 'state').filter((change) => change.element === element);
  const count = new Map<State, number>();
  for (const { added, removed } of own) {
    for (const state of added) count.set(state, (count.get(state) ?? 0) + 1);
    for (const state of removed) count.set(state, (count.get(state) ?? 0) - 1);
  }
  const added = [...count].filter(([, sum]) => sum > 0).map(([state]) => state);
  const removed = [...count].filter(([, sum]) => sum < 0).map(([state]) => state);
  const name = own.at(-1)?.name ?? '';
  return added.length + removed.length > 0 ? [{ kind: 'state', element, name, added, removed }] : [];
}

function netValue(changes: readonly Change[], element: ElementId): Change[] {
  const own = changes.filter((change) => change.kind === 'value').filter((change) => change.element === element);
  const last = own.at(-1);
  const from = own[0]?.from;
  if (!last || from === last.to) return [];
  return [{ kind: 'value', element, name: last.name, ...(from === undefined ? {} : { from }), to: last.to }];
}

function netName(changes: readonly Change[], element: ElementId): Change[] {
  const own = changes.filter((change) => change.kind === 'renamed').filter((change) => change.element === element);
  const from = own[0]?.from ?? '';
  const to = own.at(-1)?.to ?? '';
  return from === to ? [] : [{ kind: 'renamed', element, from, to }];
}
