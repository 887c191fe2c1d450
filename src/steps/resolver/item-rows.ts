import type { Element } from '../../core/element.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import { withoutKind } from '../parser/phrasings.js';
import { single } from '../single.js';
import type { Match } from './match.js';

/** 'the email "Lunch on Friday?"': the row whose text contains the words, when it is the only row of its list that does. */
export function matchItemRow(phrase: string, elements: readonly Element[]): Match | undefined {
  const name = withoutKind(phrase);
  if (name === phrase.trim()) return undefined;
  const wanted = toTokens(name.replace(/["“”]/gu, ''));
  const rows = elements.filter((element) => isRow(element, elements) && contains(wanted, toTokens(element.name)));
  const element = single(rows);
  return element && { element, why: 'the only row with this text' };
}

/** Whether an element is a whole row that can be clicked: its list has other rows, and its name is the text of the row. */
function isRow({ id, interactive, kind, role, list, name }: Element, elements: readonly Element[]): boolean {
  const isWhole = kind === 'generic' || role === 'ListItem' || role === 'TableRow' || role === 'Link';
  if (!interactive || !isWhole || !list || !/\p{L}\s+\S/u.test(name)) return false;
  const isFirst = !elements.some(
    (other) =>
      other.interactive &&
      other.list?.container === list.container &&
      other.list.row === list.row &&
      other.id !== id &&
      elements.indexOf(other) < elements.findIndex((one) => one.id === id),
  );
  return isFirst && list.rowCount > 1;
}
