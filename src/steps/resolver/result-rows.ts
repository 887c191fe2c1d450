import type { Element } from '../../core/element.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import { readOrdinal } from '../parser/number-words.js';
import { withoutKind } from '../parser/phrasings.js';
import { itemAt, single } from '../single.js';
import type { Step } from '../step.js';
import type { Match } from './match.js';

const counted =
  /^(?:the\s+)?(\S+)\s+(?:search\s+)?(?:result|hit|match|entry|post|product|article|message|email|e-mail|mail|thread|conversation|story|suggestion)s?(?:\s+(?:link|title|in\s+the\s+(?:list|inbox|results)|on\s+the\s+page))?$/iu;

/** "the 4th search result": the main link of that result row. */
export async function resultAt(step: Step, phrase: string): Promise<Match | undefined> {
  const match = counted.exec(phrase.trim());
  const position = match && readOrdinal(match[1] ?? '');
  if (!position) return undefined;
  const results = resultsOf(step);
  const element = itemAt(results, position);
  return element && { element, why: `${position > 0 ? position : 'last'} of ${results.length} results` };
}

/** The rows of the only list. If none mentions the searched text, the controls that do. */
function resultsOf({ screen: { turn }, discourse: { searched } }: Step): Element[] {
  const { elements } = turn.observation;
  const results = listResults(elements);
  if (searched === undefined) return results;
  const words = searched.toLowerCase();
  const mentionsSearch = ({ name }: Element): boolean => name.toLowerCase().includes(words);
  if (results.some(mentionsSearch)) return results;
  const others = elements.filter(
    (element) => element.interactive && element.role !== 'TextInput' && mentionsSearch(element),
  );
  return others.length > 0 ? others : results;
}

/** The first link, else the first control, of each row of the only list. Empty when several lists have links. */
export function listResults(elements: readonly Element[]): Element[] {
  const lists = new Map<string, Map<number, Element[]>>();
  for (const element of elements) {
    if (!element.list) continue;
    const rows = lists.get(element.list.container) ?? new Map<number, Element[]>();
    rows.set(element.list.row, [...(rows.get(element.list.row) ?? []), element]);
    lists.set(element.list.container, rows);
  }
  const withLinks = [...lists.values()].map(mainControls).filter(({ length }) => length > 1);
  return single(withLinks) ?? (withLinks.length === 0 ? alignedLinks(elements) : []);
}

function mainControls(rows: Map<number, Element[]>): Element[] {
  return [...rows.entries()]
    .sort(([one], [other]) => one - other)
    .flatMap(([, row]) => {
      const link =
        row.find(({ role }) => role === 'Link') ??
        row.find(({ interactive, role }) => interactive && role !== 'Checkbox');
      return link && !isPageLink(link) ? [link] : [];
    });
}

function alignedLinks(elements: readonly Element[]): Element[] {
  const columns = new Map<number, Element[]>();
  for (const element of elements) {
    if (element.role !== 'Link' || isPageLink(element)) continue;
    const column = Math.round(element.bounds.x / 4);
    columns.set(column, [...(columns.get(column) ?? []), element]);
  }
  return single([...columns.values()].filter(({ length }) => length > 1)) ?? [];
}

function isPageLink({ name }: Element): boolean {
  return /^(?:\d+|[<>«»‹›]+|next|prev(?:ious)?)$/iu.test(name.trim());
}

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
