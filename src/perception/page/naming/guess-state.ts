import type { GuessedState, State } from '../../../core/element.js';
import { collapseSpaces, firstChildren } from '../dom/flat-tree.js';
import {
  attributeOf,
  firstElementOf,
  hasAttribute,
  nextElementOf,
  parentOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';

/** States of which one is enough: a declared state is no guess. */
export const declaredStates: ReadonlySet<State> = new Set<State>([
  'selected',
  'checked',
  'unchecked',
  'mixed',
  'pressed',
  'expanded',
  'collapsed',
]);

const declaringAttributes = ['aria-pressed', 'aria-selected', 'aria-current', 'aria-expanded'];

const statesByWord: Record<string, GuessedState> = {
  active: 'selected?',
  selected: 'selected?',
  sel: 'selected?',
  current: 'selected?',
  chosen: 'selected?',
  picked: 'selected?',
  checked: 'selected?',
  on: 'selected?',
  pressed: 'pressed?',
  toggled: 'pressed?',
  expanded: 'expanded?',
};
const mayHaveWord = /activ|sel|current|chosen|picked|checked|\bon\b|pressed|toggled|expanded/i;
/** Words that mean something else inside a longer class: `add-on`. */
const wholeWords = new Set(['on', 'sel', 'checked']);

const maxLevels = 3;
const maxSiblings = 60;

/** The state that a class shows, if some siblings do not have it: `<li class="active">` among other items. */
export function guessState(element: Element, states: readonly State[]): GuessedState | undefined {
  if (
    states.some((state) => declaredStates.has(state)) ||
    declaringAttributes.some((name) => hasAttribute(element, name))
  )
    return undefined;
  let current: Element | null = element;
  for (let level = 0; current && level < maxLevels; level += 1) {
    const state = stateOfClass(current);
    if (state && isDistinguished(current, state)) return state;
    const parent: Element | null = parentOf(current);
    // A class of an item belongs to the control that is the whole item.
    if (!parent) return undefined;
    if (!hasSameText(parent, element)) return isHeadOfOpenSection(current, parent) ? 'expanded?' : undefined;
    current = parent;
  }
  return undefined;
}

const openClass = /(?:^|\s)(?:is-)?(?:open|opened|expanded)(?:\s|$)/i;

/** Whether a section has the class `open`, a section beside it has not, and its first element is the one that opens it. */
function isHeadOfOpenSection(head: Element, section: Element): boolean {
  const around = openClass.test(attributeOf(section, 'class') ?? '') ? parentOf(section) : null;
  if (!around || firstElementOf(section) !== head) return false;
  // The first of several equal elements is an item of the section, not its title.
  const next = nextElementOf(head);
  if (next && tagOf(next) === tagOf(head) && attributeOf(next, 'class') === attributeOf(head, 'class')) return false;
  return firstChildren(around, maxSiblings).some(
    (sibling) => tagOf(sibling) === tagOf(section) && !openClass.test(attributeOf(sibling, 'class') ?? ''),
  );
}

/** Whether a class of an element names a state, such as `active`. */
export function hasStateClass(element: Element): boolean {
  return stateOfClass(element) !== undefined;
}

function stateOfClass(element: Element): GuessedState | undefined {
  const classes = attributeOf(element, 'class');
  if (!classes || !mayHaveWord.test(classes)) return undefined;
  for (const token of classes.split(/\s+/)) {
    const words = token
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean);
    for (const [index, word] of words.entries()) {
      const state = statesByWord[word];
      const isWhole = words.length === 1 || (words.length === 2 && words[0] === 'is');
      if (state && words[index - 1] !== 'not' && (isWhole || !wholeWords.has(word))) return state;
    }
  }
  return undefined;
}

/** Whether at least half of the siblings of the same kind do not have the state. */
function isDistinguished(element: Element, state: GuessedState): boolean {
  const parent = parentOf(element);
  if (!parent) return false;
  let count = 0;
  let same = 0;
  for (const sibling of firstChildren(parent, maxSiblings)) {
    if (tagOf(sibling) !== tagOf(element)) continue;
    count += 1;
    if (stateOfClass(sibling) === state) same += 1;
  }
  return count > 1 && same * 2 <= count;
}

const maxItemChildren = 4;

function hasSameText(outer: Element, inner: Element): boolean {
  const children = firstChildren(outer, maxItemChildren + 1);
  if (children.length === 1) return true;
  if (children.length > maxItemChildren) return false;
  return collapseSpaces(textContentOf(outer) ?? '') === collapseSpaces(textContentOf(inner) ?? '');
}
