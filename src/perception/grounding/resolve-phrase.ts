import type { Element } from '../../core/element.js';
import { isInside } from '../../core/geometry.js';
import { canTake, fillableRoles, type Purpose } from './can-take.js';
import { listOf } from './element-path.js';
import { fitOf, hasEdgeSigns, signsOf, type TextFit, wantedTokens } from './element-texts.js';
import { explainChoice } from './explain-choice.js';
import { findNearbyLabels } from './nearby-labels.js';
import { type Interpretation, parsePhrase } from './parse-phrase.js';
import { hasRole, hasState, isMeant, isSpecific, preferUsable, toSlice } from './qualifiers.js';
import { scoreRelation } from './spatial-relation.js';
import {
  belongingTo,
  belongsToPeer,
  inPanelOf,
  insideOf,
  isContainer,
  isInCard,
  isInItem,
  namesItem,
} from './structural-relation.js';
import { inColumn, inRow } from './table-position.js';
import { areEqual, toTokens } from './text-tokens.js';
import { containerRoles } from './vocabulary.js';

/** `isPrefix`: the words only begin a text of the element. */
export type Resolution =
  | { kind: 'one'; element: Element; reason: string; isPrefix: boolean }
  | { kind: 'several'; elements: Element[]; isPrefix: boolean }
  | { kind: 'none' };

interface Screen {
  elements: readonly Element[];
  labels: ReadonlyMap<Element, string>;
  /** Whether the text in a text field can name the field. True only for `fill`. */
  byTypedText: boolean;
}

/** The elements that an interpretation selects, and how well their texts fit. */
interface Selection {
  elements: readonly Element[];
  fit: TextFit | 'unnamed';
  interpretation: Interpretation;
}

/**
 * Finds the element that a phrase names. The words must equal a text of an element that can take the action: its name, visible text, label,
 * tooltip or value. If they equal none, they may begin the text of exactly one, or equal its guessed name or its look. Every qualifier in the
 * phrase must hold. Similar elements are never selected. A function as `purpose` decides itself which elements can take the action.
 */
export function resolvePhrase(
  phrase: string,
  elements: readonly Element[],
  purpose: Purpose | ((element: Element) => boolean),
): Resolution {
  const screen: Screen = { elements, labels: findNearbyLabels(elements), byTypedText: purpose === 'fill' };
  const candidates = elements.filter(typeof purpose === 'function' ? purpose : (element) => canTake(element, purpose));
  const selections = parsePhrase(phrase, true).flatMap(
    (interpretation) => select(interpretation, candidates, screen) ?? [],
  );
  const isExact = ({ fit }: Selection): boolean => fit !== 'begins';
  const literal = selections.filter((selection) => selection.interpretation.literal && !isQualified(selection));
  // A name counts more than a position alone: "From field" is the field "From", not the one "from" a field.
  const named = selections.filter((selection) => isExact(selection) && selection.fit !== 'unnamed');
  const exact = named.length > 0 ? named : selections.filter(isExact);
  // "First name" is the beginning of "First name (required)", and also the first "Name".
  const withLiteral = [...exact, ...(exact.every(isQualified) ? literal : [])];
  const chosen = [literal.filter(isExact), withLiteral].find((list) => list.length > 0) ?? selections;
  const isOnlyPrefix = chosen.length > 0 && chosen.every(({ fit }) => fit === 'begins') && !areLabelled(phrase, chosen);
  // "A static page" is not the link "static page" if this text is elsewhere on the screen.
  const isShortened = chosen.every(({ interpretation }) => !interpretation.literal) && startsWithArticle.test(phrase);
  const isDoubtful = isOnlyPrefix || isShortened;
  return isDoubtful && isShownElsewhere(phrase, screen, candidates) ? { kind: 'none' } : decide(chosen);
}

const startsWithArticle = /^\s*(?:an?|the)\s/i;

/** Whether the phrase is the label of fields, which another element shows: the link before a field. */
function areLabelled(phrase: string, selections: readonly Selection[]): boolean {
  const wanted = toTokens(phrase);
  const fields = selections.flatMap(({ elements }) => elements);
  return fields.every(({ role, guess = '' }) => fillableRoles.has(role) && areEqual(wanted, toTokens(guess)));
}

/** Whether another element that cannot take the action has exactly this text: the longer name of a control is not meant. */
function isShownElsewhere(phrase: string, { elements }: Screen, candidates: readonly Element[]): boolean {
  const wanted = toTokens(phrase);
  const possible = new Set(candidates);
  return elements.some((element) => !possible.has(element) && areEqual(wanted, toTokens(element.name)));
}

function isQualified({ interpretation: { ordinal, row, relation, state } }: Selection): boolean {
  return Boolean(ordinal || row || relation || state);
}

function decide(selections: readonly Selection[]): Resolution {
  const found = [...new Set(selections.flatMap((selection) => selection.elements))];
  const distinct = found.filter((one) => !found.some((other) => other !== one && isRepeatedBy(one, other)));
  const [element] = distinct;
  if (!element) return { kind: 'none' };
  const { fit, interpretation } = selections.find((selection) => selection.elements.includes(element)) ?? {};
  const isPrefix = fit === 'begins';
  if (distinct.length > 1) return { kind: 'several', elements: distinct, isPrefix };
  return { kind: 'one', element, reason: explainChoice(element, fit, interpretation), isPrefix };
}

/** Whether the control `inner` fills the control `outer` around it and has its name: a press on one is a press on the other. */
function isRepeatedBy(outer: Element, inner: Element): boolean {
  return outer.name === inner.name && outer.role !== inner.role && isInside(inner.bounds, outer.bounds);
}

/** Undefined if no candidate satisfies the interpretation. */
function select(
  interpretation: Interpretation,
  candidates: readonly Element[],
  screen: Screen,
  fits: readonly (readonly TextFit[])[] = [['equal'], ['label'], ['value'], ['begins', 'guess']],
): Selection | undefined {
  for (const accepted of fits) {
    // "Issue #3" is not the third of the names that begin with "Issue".
    if (interpretation.isCounted && accepted.includes('begins')) return undefined;
    const named = selectByText(interpretation, candidates, screen, accepted);
    const elements = named && applyQualifiers(interpretation, named.elements, screen);
    if (elements && elements.length > 0) return { elements, fit: named.fit, interpretation };
    // "the second Save" is not one of the names that only begin so, if there is one "Save".
    if (interpretation.ordinal !== undefined && named && named.elements.length > 0) return undefined;
  }
  return undefined;
}

function applyQualifiers(
  { role, state, ordinal, row, relation }: Interpretation,
  named: readonly Element[],
  screen: Screen,
): readonly Element[] {
  let elements: readonly Element[] = named.filter(
    (element) => (!role || hasRole(role, element)) && (!state || hasState(state, element)),
  );
  if (relation) elements = [...applyRelation(relation, elements, screen)];
  if (row !== undefined) elements = inRow(row, elements, screen.elements);
  if (ordinal !== undefined) return elements.slice(...toSlice(ordinal));
  return preferUsable(elements);
}

function selectByText(
  interpretation: Interpretation,
  candidates: readonly Element[],
  { labels, byTypedText }: Screen,
  accepted: readonly TextFit[],
): { elements: readonly Element[]; fit: Selection['fit'] } | undefined {
  const { role } = interpretation;
  const wanted = wantedTokens(interpretation);
  if (!wanted) return undefined;
  const signs = signsOf([interpretation.subject, ...interpretation.quotedTexts].join(' '));
  if (wanted.length === 0) {
    return isSpecific(interpretation)
      ? { elements: candidates.filter((element) => isMeant(role, element)), fit: 'unnamed' }
      : undefined;
  }
  const elements = candidates.filter((element) => {
    const fit = fitOf(wanted, element, labels.get(element), signs);
    if (fit === undefined || !accepted.includes(fit) || !hasEdgeSigns(interpretation.subject, element)) return false;
    return fit !== 'value' || byTypedText || !isBeingTyped(element);
  });
  return { elements, fit: accepted[0] ?? 'equal' };
}

/** Whether the value may be what a user types at this moment: the text of a field, or of a combo box whose list is open. */
function isBeingTyped({ role, states }: Element): boolean {
  return role === 'TextInput' || (role === 'Dropdown' && states.includes('expanded'));
}

type Relation = NonNullable<Interpretation['relation']>;

/** The candidates for which the relation holds. If anchors disagree, all candidates that they select. */
function applyRelation({ kind, anchor }: Relation, candidates: readonly Element[], screen: Screen): readonly Element[] {
  const { elements } = screen;
  const atPosition = findAtPosition(anchor, candidates);
  if (atPosition) return atPosition;
  const column = /^(?:the )?(.+) column$/i.exec(anchor.trim())?.[1];
  if (column) {
    const inColumns = findAnchors(column, screen).flatMap((one) => inColumn(one, candidates, elements));
    if (inColumns.length > 0) return inColumns;
  }
  const anchors = preferContainers(kind, findAnchorsOrCards(anchor, screen));
  const inItems = anchors.filter(isInItem).filter((one) => offersInList(one, candidates));
  const naming = inItems.filter((one) => namesItem(one, elements));
  // "for Ann" means the row that Ann names, with its first text. "in the row with Ann" means any row with this text.
  const relevant = [kind === 'row' ? [] : naming, inItems, anchors].find((list) => list.length > 0) ?? [];
  const selected = relevant.map((one) => related(kind, one, candidates, elements));
  const isUnclear = relevant === inItems && selected.some((list) => list.length === 0);
  return isUnclear ? [] : [...new Set(selected.flat())];
}

/** Whether any row of the list or table around an anchor contains a candidate. A list without one is not meant. */
function offersInList(anchor: Element, candidates: readonly Element[]): boolean {
  const list = listOf(anchor);
  return list === undefined || candidates.some(({ path }) => path?.includes(list));
}

/** Something is in a container, not in the heading that has the same words. */
function preferContainers(kind: Relation['kind'], anchors: readonly Element[]): readonly Element[] {
  if (kind !== 'inside' && kind !== 'belongs') return anchors;
  const containers = anchors.filter(({ role }) => containerRoles.has(role));
  return containers.length > 0 ? containers : anchors;
}

const cardWord = '(?:card|tile|chip|column|row|item|line|entry|comment|post|message|question)';
const cardWords = new RegExp(`^(?:the )?${cardWord} (.+)$|^(?:the )?(.+) ${cardWord}$`, 'i');

/** The anchors of a phrase. "the card Deploy" and "the Deploy card" also refer to the text "Deploy". */
function findAnchorsOrCards(phrase: string, screen: Screen): readonly Element[] {
  const found = findAnchors(phrase, screen);
  if (found.length > 0) return found;
  const [, after, before] = cardWords.exec(phrase.trim()) ?? [];
  const name = after ?? before;
  return name ? findAnchors(name, screen) : [];
}

/** "the cell in row 1 column 2": the candidates at that position of a grid. Undefined if the anchor is no position. */
function findAtPosition(anchor: string, candidates: readonly Element[]): readonly Element[] | undefined {
  const [, row, column] = /^row (\d+)(?:,| and|,? in)? col(?:umn)? (\d+)$/.exec(anchor.trim().toLowerCase()) ?? [];
  if (!row || !column) return undefined;
  return candidates.filter(({ look }) => look?.endsWith(`row ${row} column ${column}`));
}

/** The elements that the words of an anchor name: equal texts first, then texts that begin with them, then texts that contain them. */
function findAnchors(phrase: string, screen: Screen): readonly Element[] {
  const interpretations = parsePhrase(phrase, true).filter(({ relation }) => !relation);
  const find = (fit: TextFit): Element[] =>
    interpretations.flatMap((one) => select(one, screen.elements, screen, [[fit]])?.elements ?? []);
  for (const fit of ['equal', 'label', 'value', 'begins'] as const) {
    // What was typed into a search field does not name a row.
    const found = find(fit).filter((one) => fit !== 'value' || one.role !== 'TextInput' || isInItem(one));
    if (found.length > 0) return [...new Set(found)];
  }
  // Words inside a longer text refer only to the row or the card that contains it.
  return [...new Set(find('contains').filter((one) => isInItem(one) || isInCard(one, screen.elements)))];
}

function related(
  kind: Relation['kind'],
  anchor: Element,
  candidates: readonly Element[],
  elements: readonly Element[],
): readonly Element[] {
  const isPosition = kind !== 'row' && kind !== 'belongs' && kind !== 'inside';
  if (!isPosition && isClosed(anchor)) return [];
  if (!isPosition && anchor.role === 'Tab' && !isInItem(anchor)) return inPanelOf(anchor, candidates, elements);
  if (kind === 'row') return belongingTo(anchor, candidates, elements);
  if (kind === 'belongs' || kind === 'inside') {
    return isContainer(anchor) ? insideOf(anchor, candidates, elements) : belongingTo(anchor, candidates, elements);
  }
  // What is below a heading ends at the next one.
  if (kind === 'below' && anchor.level !== undefined) {
    const section = insideOf(anchor, candidates, elements);
    return section.length > 1 ? nearestInDirection(kind, anchor, section, elements) : section;
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

/** Whether the element stands for content that is not shown: a tab that is not selected, a closed section. */
function isClosed({ role, states }: Element): boolean {
  if (states.includes('collapsed')) return true;
  return role === 'Tab' && !states.includes('selected') && !states.includes('selected?');
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
