import type { Element, Role } from '../../core/element.js';
import { isInside } from '../../core/geometry.js';
import { fitOf, type TextFit, wantedTokens } from './element-texts.js';
import { findNearbyLabels } from './nearby-labels.js';
import { type Interpretation, parsePhrase } from './parse-phrase.js';
import { scoreRelation } from './spatial-relation.js';
import { belongingTo, belongsToPeer, insideOf, isContainer, isInItem, namesItem } from './structural-relation.js';

/**
 * What an action needs. `press`: an element that can be clicked. `fill`: a field. `point`: any element, to move to, scroll, read or drop on.
 */
export type Purpose = 'press' | 'fill' | 'point';

export type Resolution =
  | { kind: 'one'; element: Element; reason: string }
  | { kind: 'several'; elements: Element[] }
  | { kind: 'none' };

interface Screen {
  elements: readonly Element[];
  labels: ReadonlyMap<Element, string>;
}

/** The elements that an interpretation selects, and how well their texts fit. */
interface Selection {
  elements: readonly Element[];
  fit: TextFit | 'unnamed';
  interpretation: Interpretation;
}

/**
 * Finds the element that a phrase names. Its words must equal, or if only one element does so begin, the name, label, tooltip or value of an
 * element that can take the action, and every qualifier in the phrase must hold. Similar elements are never selected.
 */
export function resolvePhrase(phrase: string, elements: readonly Element[], purpose: Purpose): Resolution {
  const screen: Screen = { elements, labels: findNearbyLabels(elements) };
  const candidates = elements.filter((element) => canTake(element, purpose));
  const selections = parsePhrase(phrase).flatMap((interpretation) => select(interpretation, candidates, screen) ?? []);
  const isExact = ({ fit }: Selection): boolean => fit !== 'begins';
  const literal = selections.filter((selection) => selection.interpretation.literal && !isQualified(selection));
  const exact = selections.filter(isExact);
  const chosen = firstNonEmpty(
    literal.filter(isExact),
    // "First name" is the beginning of "First name (required)", and also the first "Name".
    [...exact, ...(exact.every(isQualified) ? literal : [])],
    selections,
  );
  return decide(chosen);
}

function firstNonEmpty(...lists: (readonly Selection[])[]): readonly Selection[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function isQualified({ interpretation: { ordinal, row, relation, state } }: Selection): boolean {
  return Boolean(ordinal || row || relation || state);
}

function decide(selections: readonly Selection[]): Resolution {
  const found = [...new Set(selections.flatMap((selection) => selection.elements))];
  const distinct = found.filter((one) => !found.some((other) => other !== one && isRepeatedBy(one, other)));
  const [element] = distinct;
  if (!element) return { kind: 'none' };
  if (distinct.length > 1) return { kind: 'several', elements: distinct };
  const { fit, interpretation } = selections.find((selection) => selection.elements.includes(element)) ?? {};
  return { kind: 'one', element, reason: explain(element, fit, interpretation) };
}

/** Whether the control `inner` fills the control `outer` around it and has its name: a press on one is a press on the other. */
function isRepeatedBy(outer: Element, inner: Element): boolean {
  return outer.name === inner.name && outer.role !== inner.role && isInside(inner.bounds, outer.bounds);
}

const fillableRoles = new Set<Role>(['TextInput', 'Dropdown', 'Checkbox', 'Radio']);
const fillableKinds = new Set(['slider', 'spinbutton', 'listbox', 'combobox', 'switch', 'radiogroup']);

function canTake({ role, kind, interactive }: Element, purpose: Purpose): boolean {
  if (purpose === 'point') return true;
  if (purpose === 'press') return interactive;
  return fillableRoles.has(role) || (kind !== undefined && fillableKinds.has(kind));
}

/** Undefined if no candidate satisfies the interpretation. */
function select(
  interpretation: Interpretation,
  candidates: readonly Element[],
  screen: Screen,
  fits: readonly (readonly TextFit[])[] = [['equal'], ['label'], ['value'], ['begins']],
): Selection | undefined {
  for (const accepted of fits) {
    const named = selectByText(interpretation, candidates, screen, accepted);
    const elements = named && applyQualifiers(interpretation, named.elements, screen);
    if (elements && elements.length > 0) return { elements, fit: named.fit, interpretation };
  }
  return undefined;
}

function applyQualifiers(
  { role, state, ordinal, row, relation }: Interpretation,
  named: readonly Element[],
  screen: Screen,
): readonly Element[] {
  let elements = named.filter(
    (element) => (!role || hasRole(role, element)) && (!state || element.states.includes(state)),
  );
  if (relation) elements = [...applyRelation(relation, elements, screen)];
  if (row !== undefined) elements = applyRow(row, elements);
  if (ordinal !== undefined) return elements.slice(...toSlice(ordinal));
  return preferUsable(elements);
}

function selectByText(
  interpretation: Interpretation,
  candidates: readonly Element[],
  { labels }: Screen,
  accepted: readonly TextFit[],
): { elements: readonly Element[]; fit: Selection['fit'] } | undefined {
  const { role, ordinal, row, relation, state } = interpretation;
  const wanted = wantedTokens(interpretation);
  if (!wanted) return undefined;
  if (wanted.length === 0) {
    const isSpecific = role || ordinal || row || relation || state;
    return isSpecific
      ? { elements: candidates.filter(({ interactive }) => interactive || role), fit: 'unnamed' }
      : undefined;
  }
  const elements = candidates.filter((element) => {
    const fit = fitOf(wanted, element, labels.get(element));
    return fit !== undefined && accepted.includes(fit);
  });
  return { elements, fit: accepted[0] ?? 'equal' };
}

/** The roles that a role word names fully. */
const minRoleFit = 0.95;

function hasRole(role: NonNullable<Interpretation['role']>, element: Element): boolean {
  // A section is called by its heading.
  if ((role.heading || role.roles.Container === 1) && element.level !== undefined) return true;
  if (element.kind && role.kinds?.includes(element.kind)) return true;
  if ((role.roles[element.role] ?? 0) >= minRoleFit) return true;
  // A button that opens a menu is called a menu, too.
  const opens = element.states.includes('collapsed') || element.states.includes('expanded');
  return opens && (role.roles.Menu === 1 || role.roles.Dropdown === 1);
}

/** Elements that are covered or disabled cannot take an action, so the others are meant. */
function preferUsable(elements: readonly Element[]): readonly Element[] {
  const usable = elements.filter(({ states }) => !states.includes('covered') && !states.includes('disabled'));
  return usable.length > 0 ? usable : elements;
}

function toSlice(ordinal: number): [from: number, to: number | undefined] {
  return ordinal > 0 ? [ordinal - 1, ordinal] : [ordinal, ordinal + 1 || undefined];
}

function applyRow(wanted: number, elements: readonly Element[]): Element[] {
  const rows = [...new Set(elements.flatMap(({ list }) => (list ? [list.row] : [])))].sort((one, other) => one - other);
  // The row with this number if it is visible, else the visible row at this position.
  const row = wanted > 0 && rows.includes(wanted - 1) ? wanted - 1 : rows.at(wanted > 0 ? wanted - 1 : wanted);
  return elements.filter(({ list }) => list !== undefined && list.row === row);
}

type Relation = NonNullable<Interpretation['relation']>;

/** The candidates for which the relation holds. If anchors disagree, all candidates that they select. */
function applyRelation({ kind, anchor }: Relation, candidates: readonly Element[], screen: Screen): readonly Element[] {
  const { elements } = screen;
  const anchors = findAnchors(anchor, screen);
  const inItems = anchors.filter(isInItem);
  const naming = inItems.filter((one) => namesItem(one, elements));
  // A row is called by its name. The same words in another row, or in a text outside of rows, mean something else.
  const relevant = [naming, inItems, anchors].find((list) => list.length > 0) ?? [];
  const selected = relevant.map((one) => related(kind, one, candidates, elements));
  const isUnclear = relevant === inItems && selected.some((list) => list.length === 0);
  return isUnclear ? [] : [...new Set(selected.flat())];
}

/** The elements that the words of an anchor name: equal texts first, then texts that begin with them, then texts that contain them. */
function findAnchors(phrase: string, screen: Screen): readonly Element[] {
  const interpretations = parsePhrase(phrase).filter(({ relation }) => !relation);
  const find = (fit: TextFit): Element[] =>
    interpretations.flatMap((one) => select(one, screen.elements, screen, [[fit]])?.elements ?? []);
  for (const fit of ['equal', 'label', 'value', 'begins'] as const) {
    const found = find(fit);
    if (found.length > 0) return [...new Set(found)];
  }
  // Words inside a longer text refer only to the row that contains it.
  return [...new Set(find('contains').filter(isInItem))];
}

function related(
  kind: Relation['kind'],
  anchor: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  if (kind === 'row') return belongingTo(anchor, candidates, elements);
  if (kind === 'belongs' || kind === 'inside') {
    return isContainer(anchor) ? insideOf(anchor, candidates, elements) : belongingTo(anchor, candidates, elements);
  }
  // Of several that belong to the anchor, the nearest one.
  const possible =
    kind === 'near' && anchor.path
      ? belongingTo(anchor, candidates, elements)
      : candidates.filter((one) => !belongsToPeer(anchor, one, elements));
  return possible.length > 1
    ? nearestInDirection(kind, anchor, possible, elements)
    : possible.filter((one) => scoreRelation(kind, one, anchor, elements) > 0);
}

/** The nearest candidate must be nearer than the others by this factor. */
const minDirectionRatio = 1.15;

function nearestInDirection(
  kind: Relation['kind'],
  anchor: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const scored = candidates.map((element) => ({ element, score: scoreRelation(kind, element, anchor, elements) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score > 0 && score * minDirectionRatio >= best).map(({ element }) => element);
}

const explanations: Record<TextFit | 'unnamed', string> = {
  equal: 'same name or tooltip',
  label: 'same label',
  value: 'same value',
  begins: 'the only name that begins so',
  contains: 'contains the words',
  unnamed: 'the only one',
};

function explain(element: Element, fit: Selection['fit'] = 'equal', interpretation?: Interpretation): string {
  const relation = interpretation?.relation;
  return `${explanations[fit]}, ${element.role}${relation ? `, ${relation.kind} ${relation.anchor}` : ''}`;
}
