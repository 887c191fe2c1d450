import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock } from '../../core/read.js';
import { ground } from '../../perception/ground.js';
import { asksForOutcome, changedAnswer } from './answer-changed.js';
import { attributeOf, canAnswer, isOf } from './answer-kind.js';
import { sentenceAnswer } from './answer-sentence.js';
import { shapeAnswer } from './answer-shape.js';
import { chosenAnswer } from './answer-state.js';
import { tableAnswers } from './answer-table.js';
import { textAnswers } from './answer-text.js';
import { unitAnswer } from './answer-unit.js';
import { countThings, labelledCount, refusePages } from './count.js';
import { readOrdinal } from './pattern.js';
import { contentWords, covers, isNamed, type Question, readQuestion } from './question.js';
import { tableQuestion } from './table-questions.js';
import { resolveIfAny } from './target.js';
import { isField } from './want.js';
import { seen, type World } from './world.js';

/** Something on the page that may be the answer. */
export interface Candidate {
  value: string;
  /** The words of the question that it accounts for. */
  covered: readonly string[];
  weight: number;
  why: string;
}

export interface Answer {
  value: string | string[];
  why: string;
}

const least = 0.6;

/** Reads the answer to a question from the page. Throws `not_found` or `ambiguous`, with what was read. */
export async function answer(world: World, text: string): Promise<Answer> {
  const found = await answerIfAny(world, text);
  if (found) return found;
  throw new HandrailError(
    'not_found',
    `Nothing on the page answers "${text}".`,
    'Use the words of a label, a column or a heading of the page, or go to the page that shows it first.',
  );
}

export async function answerIfAny(world: World, text: string): Promise<Answer | undefined> {
  const meant = pronouns(world, text);
  const special = await specialAnswer(world, meant);
  if (special) return special;
  const outcome = asksForOutcome(meant) ? await changedAnswer(world) : undefined;
  if (outcome) return outcome;
  const question = readQuestion(meant);
  if (question.words.length === 0 && question.counts === undefined) return undefined;
  const { blocks } = await world.turn.read({ what: 'data' });
  const page = await world.turn.read({ what: 'text' });
  const labelled = question.counts === undefined ? undefined : labelledCount(question.counts, page.text);
  if (labelled) return labelled;
  const whole = tableQuestion(question, blocks);
  if (whole && question.counts !== undefined) refusePages(text, page.text);
  if (whole) return whole;
  const counted = unitAnswer(meant, page.text);
  if (counted) return counted;
  const elements = seen(world);
  const chosen = chosenAnswer(meant, elements);
  if (chosen) return chosen;
  const candidates = [
    ...tableAnswers(question, blocks),
    ...pairAnswers(question, blocks),
    ...textAnswers(question, page.text).filter(({ value }) => !value.endsWith('?') && !isButton(elements, value)),
    ...rowAnswers(question, elements),
    ...besideAnswers(question, elements),
    ...fieldAnswers(question, elements),
  ];
  const context = new Set(
    contentWords([world.turn.observation.title ?? '', ...headings(elements), ...blocks.map(headingOf)].join(' ')),
  );
  const said = sentenceAnswer(meant, page.text, context);
  const best = said ?? pickBest(question, candidates, context, text) ?? shapeAnswer(meant, page.text, context);
  if (best && !(question.counts && !/^\D*\d[\d.,]*\D*$/u.test(String(best.value)))) return best;
  if (question.counts !== undefined && !question.isNarrowed)
    return countThings(world, question.counts, blocks, page.text);
  return undefined;
}

function pronouns(world: World, text: string): string {
  const name = world.last?.element?.name;
  return name && /^(?:its|their|his|her)\s/iu.test(text) ? text.replace(/^\S+\s+/u, '') : text;
}

function headings(elements: readonly Element[]): string[] {
  return elements.filter(({ level }) => level !== undefined).map(({ name }) => name);
}

function headingOf(block: DataBlock): string {
  if (block.kind === 'table') return `${block.caption ?? ''} ${block.headers.join(' ')}`;
  return 'heading' in block ? (block.heading ?? '') : '';
}

function pickBest(
  question: Question,
  candidates: readonly Candidate[],
  context: ReadonlySet<string>,
  text: string,
): { value: string; why: string } | undefined {
  const total = Math.max(1, question.words.length);
  const attribute = contentWords(attributeOf(text) ?? '').filter((word) => question.words.includes(word));
  const scored = candidates
    .filter(({ value, covered }) => value.trim() !== '' && covered.length > 0 && canAnswer(text, value))
    .filter(
      ({ value, covered }) =>
        attribute.length === 0 || isOf(text, value) || attribute.some((word) => covered.includes(word)),
    )
    .map((candidate) => {
      const known = question.words.filter((word) => candidate.covered.includes(word));
      const around = question.words.filter((word) => !candidate.covered.includes(word) && inContext(word, context));
      return { ...candidate, score: ((known.length + 0.8 * around.length) / total) * candidate.weight };
    })
    .sort((one, other) => other.score - one.score);
  const [best] = scored;
  if (!best || best.score < least) return undefined;
  const rivals = scored.filter(({ score, value }) => score >= best.score - 0.02 && !same(value, best.value));
  if (rivals.length > 0) {
    const values = [...new Set([best, ...rivals].map(({ value, why }) => `"${value}" (${why})`))].slice(0, 5);
    throw new HandrailError(
      'ambiguous',
      `"${text}" has several answers: ${values.join(', ')}.`,
      'Say of which row, or under which heading.',
    );
  }
  return { value: best.value, why: best.why };
}

function inContext(word: string, context: ReadonlySet<string>): boolean {
  return (
    context.has(word) ||
    (word.length >= 4 &&
      [...context].some((other) => other.length >= 4 && (other.startsWith(word) || word.startsWith(other))))
  );
}

function same(one: string, other: string): boolean {
  const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return fold(one) === fold(other) || one.includes(other) || other.includes(one);
}

function pairAnswers(question: Question, blocks: readonly DataBlock[]): Candidate[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'pairs') return [];
    const extra = block.heading && isNamed(question, block.heading) ? covers(question, block.heading) : [];
    return block.pairs.map(
      ([label, value]): Candidate => ({
        value,
        covered: withExtra(covers(question, label), extra),
        weight: 1,
        why: `beside "${label}"`,
      }),
    );
  });
}

function withExtra(covered: readonly string[], extra: readonly string[]): string[] {
  return covered.length > 0 ? [...covered, ...extra] : [];
}

/** In a card or row of a list that is named in the question: the price, or the text beside a label. */
function rowAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  const rows = new Map<string, Element[]>();
  for (const element of elements) {
    if (!element.list || element.role === 'TableCell') continue;
    const key = `${element.list.of} ${element.list.row}`;
    rows.set(key, [...(rows.get(key) ?? []), element]);
  }
  const shares = (row: readonly Element[]): number =>
    question.words.filter((word) => row.some((element) => wordsOf(element).includes(word))).length;
  const most = Math.max(0, ...[...rows.values()].map(shares));
  const meant = [...rows.values()].filter((row) => most > 0 && shares(row) === most);
  /** Where no row is named in full, the only one that shares a word with the question is meant. */
  const nameOf = (row: readonly Element[]): Element | undefined =>
    meant.length === 1 && meant[0] === row
      ? row.find((element) => !element.interactive && question.words.some((word) => wordsOf(element).includes(word)))
      : undefined;
  return [...rows.values()].flatMap((row) => {
    const name = row.find((element) => isNamed(question, element.name)) ?? nameOf(row);
    if (!name) return [];
    const covered = question.words.filter((word) => wordsOf(name).includes(word));
    const others = row.filter((element) => element !== name && !element.interactive && element.name !== '');
    if (question.wantsPrice) {
      const prices = others.flatMap(
        ({ name: text }) => text.match(/[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|USD|EUR|GBP)/u) ?? [],
      );
      const [price] = prices;
      return price && new Set(prices).size === 1
        ? [
            {
              value: price.replace(/[.,]$/u, ''),
              covered: [...covered, 'price'],
              weight: 1,
              why: `the price in the row with "${name.name}"`,
            },
          ]
        : [];
    }
    return others.flatMap(({ name: text }): Candidate[] => {
      const labelled = /^([^:]{2,40}):\s*(.+)$/u.exec(text);
      const label = labelled ? covers(question, labelled[1] ?? '') : [];
      return labelled && label.length > 0
        ? [
            {
              value: labelled[2] ?? '',
              covered: [...covered, ...label],
              weight: 1,
              why: `in the row with "${name.name}"`,
            },
          ]
        : [];
    });
  });
}

function isButton(elements: readonly Element[], value: string): boolean {
  return elements.some(({ role, name }) => (role === 'Button' || role === 'Tab') && name.trim() === value.trim());
}

function wordsOf({ name }: Element): string[] {
  return name.length > 120 ? [] : contentWords(name);
}

/** A label on the screen and what stands to its right, or below it. */
function besideAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  const texts = elements.filter((element) => !element.interactive && element.name !== '' && element.name.length <= 200);
  return texts.flatMap((label): Candidate[] => {
    if (label.name.length > 60) return [];
    const covered = covers(question, label.name.replace(/:$/u, ''));
    if (covered.length === 0) return [];
    const value = beside(label, texts);
    return value
      ? [{ value: value.name, covered, weight: value.level === undefined ? 0.9 : 0.8, why: `beside "${label.name}"` }]
      : [];
  });
}

function beside(label: Element, texts: readonly Element[]): Element | undefined {
  const { x, y, width, height } = label.bounds;
  const right = texts
    .filter(
      ({ bounds, id }) =>
        id !== label.id && bounds.x >= x + width - 2 && bounds.y < y + height && bounds.y + bounds.height > y,
    )
    .sort((one, other) => one.bounds.x - other.bounds.x)[0];
  if (right && right.bounds.x - (x + width) < 400) return right;
  const below = texts
    .filter(
      ({ bounds, id }) =>
        id !== label.id &&
        bounds.y >= y + height - 2 &&
        bounds.y - (y + height) < 24 &&
        bounds.x < x + width &&
        bounds.x + bounds.width > x,
    )
    .sort((one, other) => one.bounds.y - other.bounds.y)[0];
  return below;
}

function fieldAnswers(question: Question, elements: readonly Element[]): Candidate[] {
  return elements.flatMap((element): Candidate[] => {
    if (
      !element.value ||
      element.states.includes('password') ||
      !(isField(element) || element.role === 'Dropdown' || element.kind === 'slider')
    )
      return [];
    return [
      {
        value: element.value,
        covered: covers(question, element.name),
        weight: 0.95,
        why: `in the field "${element.name}"`,
      },
    ];
  });
}

const ofElement =
  /^(?:what\s+is\s+)?(?:the\s+)?(?:text|value|content|contents|name|label|values?)\s+(?:of|in|from|inside|on)\s+(.+)$/iu;

/** Title, address, headings, messages, and the text of a thing that is pointed at. */
async function specialAnswer(world: World, text: string): Promise<Answer | undefined> {
  const { observation, memory } = world.turn;
  const plain = text.replace(/^(?:what(?:['’]s|\s+is|\s+are)|tell\s+me)\s+/iu, '').trim();
  const bare = plain.replace(/^the\s+/iu, '');
  const kept = memory.get(bare);
  if (kept !== undefined) return { value: kept, why: 'remembered' };
  if (/^(?:page(?:['’]s)?\s+)?title(?:\s+of\s+(?:the|this)\s+page)?$/iu.test(bare))
    return { value: observation.title ?? '', why: 'the title of the page' };
  if (/^(?:current\s+|page(?:['’]s)?\s+)?(?:url|address)(?:\s+of\s+(?:the|this)\s+page)?$/iu.test(bare))
    return { value: observation.url ?? '', why: 'the address of the page' };
  const heading = /^(?:(\S+)\s+)?(?:main\s+|page\s+)?heading(?:\s+(?:of|on)\s+(?:the|this)\s+page)?$/iu.exec(bare);
  if (heading) {
    const all = observation.elements.filter(({ level }) => level !== undefined);
    const place = readOrdinal(heading[1] ?? '');
    const one = place ? all.at(place > 0 ? place - 1 : place) : (all.find(({ level }) => level === 1) ?? all[0]);
    return one && { value: one.name, why: 'a heading' };
  }
  if (
    /^(?:error|warning|success|status|confirmation|alert|notification)?\s*(?:message|error|alert|notification|toast)$/iu.test(
      bare,
    )
  ) {
    if (observation.modal) return { value: observation.modal.text, why: 'the open dialog' };
    const alerts = observation.elements.filter(
      ({ kind, name }) => (kind === 'alert' || kind === 'status') && name !== '',
    );
    if (alerts.length === 1 && alerts[0]) return { value: alerts[0].name, why: 'an alert' };
  }
  const word = /^(\S+)\s+word\s+(?:in|of|from)\s+(.+)$/iu.exec(bare);
  const place = word && readOrdinal(word[1] ?? '');
  if (word && place) {
    const words = (await textOf(world, word[2] ?? '')).split(/\s+/u).filter(Boolean);
    const chosen = words.at(place > 0 ? place - 1 : place);
    return chosen === undefined
      ? undefined
      : { value: chosen.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''), why: `word ${place} of ${words.length}` };
  }
  const part = ofElement.exec(plain);
  if (!part) return undefined;
  const whole = await elementText(world, part[1] ?? '');
  return whole === undefined ? undefined : { value: whole, why: `the text of ${part[1]}` };
}

async function elementText(world: World, phrase: string): Promise<string | undefined> {
  const [best, next] = ground(phrase, world.turn.observation.elements);
  const isClear = best && best.score >= 0.75 && (!next || next.score < best.score - 0.015);
  if (!isClear) return undefined;
  const { element } = best;
  if (isField(element) || element.role === 'Dropdown') return element.value ?? fieldText(world, element);
  if (/\b(?:field|textbox|input|area|heading|cell|button|link|paragraph|label)\b/iu.test(phrase)) return element.name;
  return undefined;
}

async function fieldText(world: World, element: Element): Promise<string> {
  return (await world.turn.read({ what: 'text', element: element.id })).text;
}

/** All the text of a thing: a field's value, a paragraph, the only text there is. */
export async function textOf(world: World, phrase: string): Promise<string> {
  const { elements } = world.turn.observation;
  const bare = phrase.replace(/^(?:the\s+)?text\s+(?:in|of|from)\s+/iu, '').replace(/\s+below$/iu, '');
  const isArea = /\btext\s*-?\s*area\b|\btextbox\b|\bfield\b|\binput\b/iu.test(bare);
  if (/\bparagraph\b|^(?:the\s+)?text$/iu.test(bare)) {
    const paragraphs = elements.filter(
      ({ role, name, level }) => role === 'Text' && level === undefined && name.split(/\s+/u).length >= 3,
    );
    const { elements: real } = await world.turn.read({ what: 'elements', css: 'p' });
    const [only] = real;
    if (real.length === 1 && only) return (await world.turn.read({ what: 'text', element: only.id })).text;
    const [one] = paragraphs;
    if (paragraphs.length === 1 && one) return one.name;
  }
  if (isArea && /area/iu.test(bare)) {
    const { elements: areas } = await world.turn.read({ what: 'elements', css: 'textarea' });
    const place = readOrdinal(/(?:^|\s)(\S+)\s+text\s*-?\s*area/iu.exec(bare)?.[1] ?? '') ?? 1;
    const area = areas.at(place > 0 ? place - 1 : place);
    if (area && (areas.length === 1 || /\b(?:\d+(?:st|nd|rd|th)|first|second|third|last)\b/iu.test(bare)))
      return fieldText(world, area);
  }
  const found = await resolveIfAny(world, bare, { kind: 'any' });
  if (!found)
    throw new HandrailError('not_found', `Nothing on the page is "${phrase}".`, 'Name the field or the text to read.');
  if (isField(found.element)) return fieldText(world, found.element);
  const { text } = await world.turn.read({ what: 'text', element: found.element.id });
  return text || found.element.name;
}
