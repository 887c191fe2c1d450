import type { Change, ChangeKind } from '../../core/change.js';
import type { ElementId } from '../../core/element.js';
import { describeChange } from '../diff/describe-change.js';
import { cleanText, quoteText } from '../quote-text.js';

/** The order of changes: what a person would notice first. */
const kindOrder: readonly ChangeKind[] = [
  'page',
  'dialog',
  'file_chooser',
  'url',
  'reloaded',
  'title',
  'popup',
  'tab',
  'download',
  'request',
  'flashed',
  'value',
  'state',
  'focus',
  'selection',
  'renamed',
  'text',
  'reordered',
  'drawing',
  'appeared',
  'gone',
  'scrolled',
  'moved',
  'attribute',
  'pixels',
];

/** With more similar changes than this, one line names the first ones and counts all. */
const maxSimilar: Partial<Record<ChangeKind, number>> = { value: 8, renamed: 6, text: 4 };
const defaultMaxSimilar = 3;
const maxExamples = 3;
const maxNameLength = 40;

/** Formats changes as lines, the most important first. Similar changes are one line. */
export function changeLines(changes: readonly Change[]): string[] {
  return kindOrder.flatMap((kind) => {
    if (kind === 'gone') return goneLines(changes);
    if (kind === 'attribute') return attributeLines(changes);
    const groups = new Map<string, Change[]>();
    for (const change of changes) {
      if (change.kind !== kind) continue;
      const key = similarityKey(change);
      groups.set(key, [...(groups.get(key) ?? []), change]);
    }
    return [...groups.values()].flatMap((similar) => foldSimilar(kind, similar));
  });
}

/** More elements that are gone are one line, whatever their roles are. */
const maxGone = 3;

function goneLines(changes: readonly Change[]): string[] {
  const gone = changes.filter((change) => change.kind === 'gone');
  if (gone.length <= maxGone) return gone.map(describeChange);
  const [first] = gone;
  const isOneRole = gone.every(({ role }) => role === first?.role);
  const named = gone.filter(({ name }) => name !== '');
  const names = named.slice(0, maxExamples).map(toExample).join(', ');
  return [`gone: ${gone.length} ${isOneRole ? `${first?.role} ` : ''}elements${names && `: ${names} …`}`];
}

/** One line for several attributes of one element, and one for the same attribute of several. */
function attributeLines(changes: readonly Change[]): string[] {
  const byElement = new Map<ElementId | undefined, AttributeChange[]>();
  for (const change of changes)
    if (change.kind === 'attribute') byElement.set(change.element, [...(byElement.get(change.element) ?? []), change]);
  const joined: string[] = [];
  const single: AttributeChange[] = [];
  for (const [element, own] of byElement) {
    const [first] = own;
    if (!first || element === undefined || own.length === 1) single.push(...own);
    else joined.push(describeChange({ ...first, attribute: joinNames(own) }));
  }
  const groups = new Map<string, AttributeChange[]>();
  for (const change of single) groups.set(change.attribute, [...(groups.get(change.attribute) ?? []), change]);
  return [...joined, ...[...groups.values()].flatMap((similar) => foldSimilar('attribute', similar))];
}

type AttributeChange = Extract<Change, { kind: 'attribute' }>;

function joinNames(changes: readonly AttributeChange[]): string {
  const names = changes.map(({ attribute }) => attribute);
  const more = names.length > maxExamples ? ` and ${names.length - maxExamples} more` : '';
  return `${names.slice(0, maxExamples).join(', ')}${more}`;
}

/** Changes with the same key can be one line. */
function similarityKey(change: Change): string {
  if (change.kind === 'state') return `${change.added.join()} ${change.removed.join()}`;
  if (change.kind === 'appeared') return change.role;
  return '';
}

function foldSimilar(kind: ChangeKind, all: readonly Change[]): string[] {
  const { lines, rest: changes } = foldEqual(all);
  return [...lines, ...foldDifferent(kind, changes)];
}

/** One line for elements with the same new name or value. */
function foldEqual(changes: readonly Change[]): { lines: string[]; rest: Change[] } {
  const groups = new Map<string | undefined, Change[]>();
  for (const change of changes) {
    const key = equalityKey(change);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const lines = [...groups].flatMap(([key, equal]) =>
    key !== undefined && equal.length > defaultMaxSimilar ? [equalLine(equal)] : [],
  );
  const rest = changes.filter((change) => {
    const key = equalityKey(change);
    return key === undefined || (groups.get(key)?.length ?? 0) <= defaultMaxSimilar;
  });
  return { lines, rest };
}

function equalityKey(change: Change): string | undefined {
  if (change.kind === 'renamed') return JSON.stringify([change.from, change.to]);
  if (change.kind === 'value' && !change.difference) return JSON.stringify([change.from ?? '', change.to]);
  return undefined;
}

function equalLine(changes: readonly Change[]): string {
  const [first] = changes;
  const examples = changes.slice(0, maxExamples).map(toExample).join(', ');
  const count = `${changes.length} elements`;
  if (first?.kind === 'renamed')
    return `renamed: ${count} ${quoteText(first.to, maxNameLength)}, was ${quoteText(first.from, maxNameLength)}: ${examples} …`;
  if (first?.kind !== 'value') return '';
  const was = first.from ? `, was ${quoteText(first.from, maxNameLength)}` : '';
  return `value: ${count} = ${quoteText(first.to, maxNameLength)}${was}: ${examples} …`;
}

function foldDifferent(kind: ChangeKind, changes: readonly Change[]): string[] {
  const [first] = changes;
  if (!first || changes.length <= (maxSimilar[kind] ?? defaultMaxSimilar)) return changes.map(describeChange);
  const example = foldable[kind];
  if (!example) return foldRest(kind, changes);
  const names = changes.slice(0, maxExamples).map(toExample);
  return [`${kind}: ${changes.length} ${example(first)}: ${names.join(', ')} …`];
}

/** The middle of the line for similar changes: what they are, and what happened to them. */
const foldable: Partial<Record<ChangeKind, (first: Change) => string>> = {
  flashed: () => 'texts, gone again',
  moved: () => 'elements',
  attribute: (first) => `elements ${first.kind === 'attribute' ? cleanText(first.attribute, maxNameLength) : ''}`,
  appeared: (first) => (first.kind === 'appeared' ? `${first.role} elements` : ''),
  state: (first) => `elements ${describeStates(first)}`,
};

function describeStates(change: Change): string {
  const { added, removed } = change.kind === 'state' ? change : { added: [], removed: [] };
  const line = describeChange({ kind: 'state', element: 'el_1', name: '', added, removed });
  return line.replace(/^state: \[el_1\] /, '');
}

/** The first changes in full, then the number of others. */
function foldRest(kind: ChangeKind, changes: readonly Change[]): string[] {
  const listed = changes.slice(0, (maxSimilar[kind] ?? defaultMaxSimilar) - 1);
  return [...listed.map(describeChange), `${kind}: ${changes.length - listed.length} more`];
}

function toExample(change: Change): string {
  if (change.kind === 'flashed') return quoteText(change.text, maxNameLength);
  const { element, name } = change as { element?: ElementId; name?: string };
  const id = element && change.kind !== 'gone' ? `[${element}]` : '';
  return [id, name ? quoteText(name, maxNameLength) : ''].filter(Boolean).join(' ') || 'an element';
}
