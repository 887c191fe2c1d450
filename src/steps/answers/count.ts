import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import { namesInFull, readQuestion } from '../parser/question.js';
import { matchEvery } from '../resolver/match-phrase.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import type { Answer } from './answer.js';

/** A count: as stated on the page, else counted. */
export async function countThings(
  step: Step,
  phrase: string,
  blocks: readonly DataBlock[],
  text: string,
): Promise<Answer | undefined> {
  const said = statedCount(phrase, text);
  if (said) return said;
  const noun = stem(normalizeText(phrase).words[0] ?? '');
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
  const question = readQuestion(phrase);
  if (
    /^(?:row|entry|record|line)$/u.test(noun) ||
    tables.some(({ caption = '' }) => normalizeText(caption).words.map(stem).includes(noun))
  ) {
    const named = tables.filter(({ caption = '' }) => caption !== '' && namesInFull(question, caption));
    const [table] = named.length === 1 ? named : tables;
    if (table && (tables.length === 1 || named.length === 1))
      return { value: String(table.rows.length), why: 'the rows of the table' };
  }
  const elements = matchPlural(phrase, step.screen.turn.observation.elements);
  if (elements.length > 0 && !hasMore(step)) return { value: String(elements.length), why: 'counted on the screen' };
  return countLabelled(step, phrase);
}

/** "Active users 128": a count with a label. */
export function labelledCount(phrase: string, text: string): Answer | undefined {
  const words = phrase.trim().replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const said = [
    ...text.matchAll(new RegExp(`(?:^|[\\n·|•])\\s*${words}\\s*[:\\n]?\\s*(\\d[\\d.,]*)(?![\\d%])`, 'giu')),
  ];
  const counts = [...new Set(said.map((match) => (match[1] ?? '').replace(/[.,]$/u, '')))];
  const [only] = counts;
  return only !== undefined && counts.length === 1 ? { value: only, why: `beside "${phrase}"` } : undefined;
}

/** Throws when the list has several pages: a count of one page would be incomplete. */
export function refusePartialCount(question: string, text: string): void {
  const pages = /\bpage\s+\d+\s+(?:of|\/)\s+(\d+)/iu.exec(text);
  if (pages && Number(pages[1]) > 1)
    throw new HandrailError(
      'not_found',
      `"${question}": this is "${pages[0]}" of the list, and the page does not state the total.`,
      'Ask about this page only, or show the whole list first.',
    );
}

function hasMore({ screen: { turn } }: Step): boolean {
  const { scroll, screen } = turn.observation;
  return scroll !== undefined && scroll.height > screen.height + 8;
}

/** The elements that match a plural: "buttons", "checked boxes", "links in the footer". */
export function matchPlural(phrase: string, elements: readonly Element[]): readonly Element[] {
  return matchEvery(phrase, elements, 'any').filter(({ level }) => level === undefined);
}

/** "12 results", "Showing 3 of 40 items", "Results: 12". */
function statedCount(phrase: string, text: string): Answer | undefined {
  const noun = normalizeText(phrase).words.at(-1) ?? '';
  const short = stem(noun);
  if (short.length < 3) return undefined;
  const before = new RegExp(`(\\d[\\d,.]*)\\s+(?:\\p{L}+\\s+){0,1}${short}(?:e?s|\\(s\\))?(?![\\p{L}])`, 'giu');
  const counts = [...new Set([...text.matchAll(before)].map((match) => match[1] ?? ''))];
  const only = single(counts);
  return only ? { value: only.replace(/[.,]$/u, ''), why: 'stated on the page' } : undefined;
}

/** Elements without text, counted by their label attributes. */
async function countLabelled(step: Step, phrase: string): Promise<Answer | undefined> {
  const words = normalizeText(phrase).words;
  const name = [...words.slice(0, -1), stem(words.at(-1) ?? '')].join(' ').replace(/[^\p{L}\p{N} ]/gu, '');
  if (name.length < 3) return undefined;
  const css = ['aria-label', 'alt', 'title'].map((attribute) => `[${attribute}="${name}" i]`).join(',');
  const { total } = await step.screen.turn.read({ what: 'elements', css });
  return total > 0 ? { value: String(total), why: `labelled "${name}"` } : undefined;
}
