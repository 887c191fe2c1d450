import type { Element } from '../../core/element.js';
import { readOrdinal } from '../parser/number-words.js';
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
