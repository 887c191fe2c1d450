import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import { ground } from '../../perception/grounding/ground.js';
import { foldText, stem } from '../../perception/grounding/text-similarity.js';
import type { ExecutionState } from '../execution-state.js';
import { contentWords, isNamed, readQuestion } from '../parser/question.js';
import { countOfLook } from '../resolver/drawn.js';
import type { Answer } from './answer.js';

/** How many there are: as the page says it, else as they are counted. */
export async function countThings(
  world: ExecutionState,
  phrase: string,
  blocks: readonly DataBlock[],
  text: string,
): Promise<Answer | undefined> {
  const said = saidCount(phrase, text);
  if (said) return said;
  const noun = stem(foldText(phrase).words[0] ?? '');
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
  const question = readQuestion(phrase);
  if (
    /^(?:row|entry|record|line)$/u.test(noun) ||
    tables.some(({ caption = '' }) => foldText(caption).words.map(stem).includes(noun))
  ) {
    const named = tables.filter(({ caption = '' }) => caption !== '' && isNamed(question, caption));
    const [table] = named.length === 1 ? named : tables;
    if (table && (tables.length === 1 || named.length === 1))
      return { value: String(table.rows.length), why: 'the rows of the table' };
  }
  const lists = blocks.flatMap((block) => (block.kind === 'list' ? [block] : []));
  const about = lists.filter(
    ({ heading = '' }) =>
      heading !== '' && contentWords(phrase).some((word) => foldText(heading).words.map(stem).includes(word)),
  );
  const [list] = about;
  if (about.length === 1 && list) return { value: String(list.items.length), why: `the items under "${list.heading}"` };
  const elements = matching(phrase, world.turn.observation.elements);
  if (elements.length > 0 && !hasMore(world)) return { value: String(elements.length), why: 'counted on the screen' };
  const looks = await countOfLook(world, phrase);
  if (looks !== undefined) return { value: String(looks), why: 'counted in the drawing' };
  const drawn = await countDrawn(world, phrase);
  if (drawn) return drawn;
  if (/^(?:item|result|product|thing|option|element)$/u.test(noun) && lists.length === 1 && lists[0])
    return { value: String(lists[0].items.length), why: 'the items of the list' };
  if (tables.length === 1 && tables[0] && lists.length === 0)
    return { value: String(tables[0].rows.length), why: 'the rows of the table' };
  return undefined;
}

/** "Active users 128": what the page counts itself. */
export function labelledCount(phrase: string, text: string): Answer | undefined {
  const words = phrase.trim().replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const said = [
    ...text.matchAll(new RegExp(`(?:^|[\\n·|•])\\s*${words}\\s*[:\\n]?\\s*(\\d[\\d.,]*)(?![\\d%])`, 'giu')),
  ];
  const counts = [...new Set(said.map((match) => (match[1] ?? '').replace(/[.,]$/u, '')))];
  const [only] = counts;
  return only !== undefined && counts.length === 1 ? { value: only, why: `beside "${phrase}"` } : undefined;
}

/** What is counted on one page of several is not the whole. */
export function refusePages(question: string, text: string): void {
  const pages = /\bpage\s+\d+\s+(?:of|\/)\s+(\d+)/iu.exec(text);
  if (pages && Number(pages[1]) > 1)
    throw new HandrailError(
      'not_found',
      `"${question}": the list goes on, this is "${pages[0]}", and the page does not say how many there are.`,
      'Ask for what is on this page, or show all of it first.',
    );
}

function hasMore({ turn }: ExecutionState): boolean {
  const { scroll, screen } = turn.observation;
  return scroll !== undefined && scroll.height > screen.height + 8;
}

/** The elements that a plural stands for: "buttons", "checked boxes", "links in the footer". */
export function matching(phrase: string, elements: readonly Element[]): Element[] {
  const ranked = ground(phrase, elements, { limit: 500 });
  const top = ranked[0]?.score ?? 0;
  return top < 0.6
    ? []
    : ranked
        .filter(({ score, element }) => score >= top - 0.02 && element.level === undefined)
        .map(({ element }) => element);
}

/** "12 results", "Showing 3 of 40 items", "Results: 12". */
function saidCount(phrase: string, text: string): Answer | undefined {
  const noun = foldText(phrase).words.at(-1) ?? '';
  const short = stem(noun);
  if (short.length < 3) return undefined;
  const before = new RegExp(`(\\d[\\d,.]*)\\s+(?:\\p{L}+\\s+){0,1}${short}(?:e?s|\\(s\\))?(?![\\p{L}])`, 'giu');
  const counts = [...new Set([...text.matchAll(before)].map((match) => match[1] ?? ''))];
  const [only] = counts;
  return counts.length === 1 && only ? { value: only.replace(/[.,]$/u, ''), why: `the page says so` } : undefined;
}

/** Things without words of their own, by the label their makers gave them. */
async function countDrawn(world: ExecutionState, phrase: string): Promise<Answer | undefined> {
  const words = foldText(phrase).words;
  const name = [...words.slice(0, -1), stem(words.at(-1) ?? '')].join(' ').replace(/[^\p{L}\p{N} ]/gu, '');
  if (name.length < 3) return undefined;
  const css = ['aria-label', 'alt', 'title'].map((attribute) => `[${attribute}="${name}" i]`).join(',');
  const { total } = await world.turn.read({ what: 'elements', css });
  return total > 0 ? { value: String(total), why: `labelled "${name}"` } : undefined;
}
