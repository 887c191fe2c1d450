import type { Element } from '../../core/element.js';
import type { ExecutionState } from '../execution-state.js';
import { readOrdinal } from '../parser/number-words.js';
import { itemAt } from '../single.js';
import type { Match } from './match.js';

const counted =
  /^(?:the\s+)?(\S+)\s+(?:search\s+)?(?:result|hit|match|entry|post|product|article|message|email|e-mail|mail|thread|conversation|story|suggestion)s?(?:\s+(?:link|title|in\s+the\s+(?:list|inbox|results)|on\s+the\s+page))?$/iu;

/** "the 4th search result": the main link of that result row. */
export async function resultAt(state: ExecutionState, phrase: string): Promise<Match | undefined> {
  const match = counted.exec(phrase.trim());
  const position = match && readOrdinal(match[1] ?? '');
  if (!position) return undefined;
  const results = resultsOf(state);
  const element = itemAt(results, position);
  return element && { element, score: 0.85, why: `${position > 0 ? position : 'last'} of ${results.length} results` };
}

/** The rows of the longest list. If none mentions the searched text, the controls that do. */
function resultsOf({ turn, searchedText: searched }: ExecutionState): Element[] {
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

/** The first link, else the first control, of each row of the longest list. */
export function listResults(elements: readonly Element[]): Element[] {
  const lists = new Map<string, Map<number, Element[]>>();
  for (const element of elements) {
    if (!element.list) continue;
    const rows = lists.get(element.list.container) ?? new Map<number, Element[]>();
    rows.set(element.list.row, [...(rows.get(element.list.row) ?? []), element]);
    lists.set(element.list.container, rows);
  }
  const best = [...lists.values()].map(mainControls).sort((one, other) => weight(other) - weight(one))[0] ?? [];
  return best.length > 0 ? best : alignedLinks(elements);
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

/** Result lists have more and longer names than menus and page numbers. */
function weight(list: readonly Element[]): number {
  return (
    list.length +
    list.reduce((sum, { name }) => sum + Math.min(60, name.length), 0) / 20 +
    Math.min(600, list[0]?.bounds.width ?? 0) / 60 +
    (list[0]?.bounds.y ?? 0) / 1e4
  );
}

function alignedLinks(elements: readonly Element[]): Element[] {
  const columns = new Map<number, Element[]>();
  for (const element of elements) {
    if (element.role !== 'Link' || isPageLink(element)) continue;
    const column = Math.round(element.bounds.x / 4);
    columns.set(column, [...(columns.get(column) ?? []), element]);
  }
  return [...columns.values()].sort((one, other) => weight(other) - weight(one))[0] ?? [];
}

function isPageLink({ name }: Element): boolean {
  return /^(?:\d+|[<>«»‹›]+|next|prev(?:ious)?)$/iu.test(name.trim());
}
