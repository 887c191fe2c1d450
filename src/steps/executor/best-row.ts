import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { foldText, stem } from '../../perception/grounding/text-similarity.js';
import { type ExecutionState, perform, reply, type Script } from '../execution-state.js';
import type { Field, Instruction } from '../instruction.js';
import { readDuration, readNumberIn, readPrice, readWhen } from '../parser/numbers.js';
import { awaitOne } from '../resolver/await-one.js';
import { lookFor } from '../resolver/target.js';
import { setDate } from './browser/dates.js';
import { fill } from './browser/fields.js';
import { pointing } from './browser/pointer.js';

type Best = Extract<Instruction, { do: 'best' }>;

const trip = /\bfrom:?\s+(.+?)\s+to:?\s+(.+?)(?:\s+(?:on|for|departing)\s+(\S.*))?$/iu;

/** Takes the row that has the least or the most of something, where that can be read. */
export async function* best(world: ExecutionState, step: Best): Script {
  const route = trip.exec(step.of);
  if (route && !/\brow\b/iu.test(step.of)) yield* lookUp(world, step.words, route);
  const { element, row, why } = yield* patientRow(world, step);
  if (step.verb === 'answer') {
    world.answers.push({ question: step.words, value: step.of === '' ? amountText(row, step) : rowName(row) });
    return;
  }
  world.last = { phrase: `the ${step.most ? 'most' : 'least'} ${step.measure}`, element };
  if (step.verb === 'find') return;
  yield* perform(
    world,
    step.words,
    `${why} ${element.id} ${element.role} "${element.name}".`,
    pointing(world, 'click', element),
  );
}

/** What was looked up may still be on its way. */
async function* patientRow(world: ExecutionState, step: Best): Script<Chosen> {
  for (let waited = 0; waited < 3 && world.acted; waited += 1) {
    if ((await measuredRows(world, step)).length > 0) break;
    yield* reply(world, `"${step.words}": nothing to compare yet, waiting a moment.`, [
      { tool: 'wait', input: { seconds: 0.7 } },
    ]);
  }
  return bestRow(world, step);
}

/** Fills in where from, where to and when, and looks it up. */
export async function* travel(world: ExecutionState, { route, words }: Extract<Instruction, { do: 'route' }>): Script {
  const found = trip.exec(route);
  if (found) yield* lookUp(world, words, found);
}

async function* lookUp(world: ExecutionState, words: string, [, from = '', to = '', date]: RegExpExecArray): Script {
  const fields: Field[] = [
    ['from', { is: 'text', text: from.trim() }],
    ['to', { is: 'text', text: to.trim() }],
  ];
  for (const field of fields) {
    yield* fill(world, [field], words);
    const wanted = field[1].is === 'text' ? field[1].text.toLowerCase() : '';
    const offered = yield* awaitOne(world, wanted, (elements) =>
      elements.find(
        ({ name, role, kind, interactive }) =>
          name.toLowerCase().includes(wanted) &&
          role !== 'TextInput' &&
          (kind === 'option' || role === 'MenuItem' || role === 'ListItem' || interactive),
      ),
    );
    if (offered)
      yield* perform(
        world,
        words,
        `${offered.id} "${offered.name}" is the suggestion for it.`,
        pointing(world, 'click', offered),
      );
  }
  if (date) yield* setDate(world, { do: 'date', date: date.trim(), target: 'date', words });
  const { one } = await lookFor(world, 'search button', { kind: 'click' });
  if (one)
    yield* perform(
      world,
      words,
      `${one.element.id} "${one.element.name}" looks it up.`,
      pointing(world, 'click', one.element),
    );
}

interface Chosen {
  element: Element;
  row: Element[];
  why: string;
}

interface Row {
  elements: Element[];
  amount: number;
}

/** The row with the least or most, and what to click in it. */
export async function bestRow(world: ExecutionState, step: Best): Promise<Chosen> {
  const rows = await measuredRows(world, step);
  const sorted = rows.sort((one, other) => (step.most ? other.amount - one.amount : one.amount - other.amount));
  const [first, second] = sorted;
  if (!first) {
    throw new HandrailError(
      'not_found',
      `"${step.words}" needs a list with ${step.measure === 'price' ? 'prices' : `a ${step.measure}`} that can be read, and there is none on this page.`,
      'Go to the page with the list first, or name the thing.',
    );
  }
  if (second && second.amount === first.amount) {
    throw new HandrailError(
      'ambiguous',
      `"${step.words}": ${sorted.filter(({ amount }) => amount === first.amount).length} rows share the ${step.measure} ${first.amount}: ${sorted
        .slice(0, 4)
        .map(({ elements }) => `${elements[0]?.id} "${elements[0]?.name}"`)
        .join(', ')}.`,
      'Name one of them.',
    );
  }
  const why = `Of ${rows.length} rows the one with the ${step.most ? 'highest' : 'lowest'} ${step.measure} (${first.amount}).`;
  return { element: control(first.elements, step), row: first.elements, why };
}

async function measuredRows(world: ExecutionState, step: Best): Promise<Row[]> {
  const seen = new Map(world.turn.observation.elements.map((element) => [element.id, element]));
  for (const list of new Set([...seen.values()].flatMap(({ list }) => (list ? [list] : [])))) {
    const known = new Set(
      [...seen.values()].filter((element) => element.list?.of === list.of).map((element) => element.list?.row),
    );
    if (known.size >= list.rows) continue;
    const { elements } = await world.turn.see({ expand: list.of, budget: 1 });
    for (const element of elements) seen.set(element.id, element);
  }
  const groups = new Map<string, Map<number, Element[]>>();
  for (const element of seen.values()) {
    if (!element.list) continue;
    const rows = groups.get(element.list.of) ?? new Map<number, Element[]>();
    rows.set(element.list.row, [...(rows.get(element.list.row) ?? []), element]);
    groups.set(element.list.of, rows);
  }
  const measured = [...groups.values()].map((group) => measure(group, step, [...seen.values()]));
  const longest = measured.sort((one, other) => other.length - one.length)[0] ?? [];
  return longest.length > 1 ? longest : looseRows([...seen.values()], step);
}

/** Without a list: buttons of one kind, each with the amount it names or the one that stands before it. */
function looseRows(elements: readonly Element[], { measure: what, verb }: Best): Row[] {
  const wanted = foldText(verb).heads;
  const named = elements.filter(
    ({ role, name }) => role === 'Button' && wanted.every((word) => foldText(name).heads.includes(word)),
  );
  const buttons = named.length > 0 ? named : orderButtons(elements);
  return buttons.flatMap((button): Row[] => {
    const place = elements.indexOf(button);
    const start = Math.max(0, ...buttons.map((other) => elements.indexOf(other)).filter((at) => at < place));
    const before = elements.slice(start === 0 ? 0 : start + 1, place + 1);
    const amount = amountOf(before, what, elements);
    return amount === undefined ? [] : [{ elements: before.reverse(), amount }];
  });
}

/** "Buy the ticket" where every button says "Book for …": the only kind of button there is. */
function orderButtons(elements: readonly Element[]): Element[] {
  const buttons = elements.filter(({ role, kind }) => role === 'Button' && kind !== 'generic');
  const orders = buttons.filter(({ name }) => /^(?:book|buy|order|purchase|reserve|get|choose|select)\b/iu.test(name));
  const [first] = orders;
  const verb = first?.name.split(/\s/u)[0];
  return orders.length > 1 && orders.every(({ name }) => name.split(/\s/u)[0] === verb) ? orders : [];
}

/** The rows of one list with their amounts; rows that cannot be measured are headings and the like. */
function measure(group: Map<number, Element[]>, { measure: what, of }: Best, all: readonly Element[]): Row[] {
  const nouns = foldText(of.replace(trip, ''))
    .words.map(stem)
    .filter(
      (word) =>
        !/^(?:one|way|item|product|option|thing|flight|hotel|result|row|ticket|offer|deal|the|in|list|table|page|on|and)$/u.test(
          word,
        ),
    );
  const rows = [...group.values()].flatMap((elements): Row[] => {
    const amount = amountOf(elements, what, all);
    return amount === undefined ? [] : [{ elements, amount }];
  });
  const about = rows.filter(({ elements }) =>
    nouns.every((noun) => elements.some(({ name }) => foldText(name).words.map(stem).includes(noun))),
  );
  return about.length > 0 ? about : rows;
}

function amountOf(row: readonly Element[], measure: string, all: readonly Element[]): number | undefined {
  const texts = row.map(({ name, value }) => name || value || '').filter((text) => text !== '');
  const first = (read: (text: string) => number | undefined): number | undefined =>
    texts.map(read).find((amount) => amount !== undefined);
  if (measure === 'price') return first(readPrice) ?? inColumn(row, /price|cost|fare|amount/iu, all);
  if (measure === 'duration') return first(readDuration);
  if (measure === 'date') return first(readWhen);
  if (measure === 'rating')
    return (
      first((text) => (/★|stars?|rating|\/\s*(?:5|10)|out of/iu.test(text) ? readNumberIn(text) : undefined)) ??
      inColumn(row, /rating|score|stars/iu, all)
    );
  const words = new RegExp(
    foldText(measure)
      .words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
      .join('.*'),
    'iu',
  );
  return inColumn(row, words, all) ?? first((text) => (words.test(text) ? readNumberIn(text) : undefined));
}

/** The number below a column heading. */
function inColumn(row: readonly Element[], heading: RegExp, all: readonly Element[]): number | undefined {
  const heads = all.filter(
    ({ name, kind, role }) =>
      (kind === 'columnheader' || role === 'TableCell' || role === 'Button') &&
      heading.test(name) &&
      readNumberIn(name) === undefined,
  );
  for (const { bounds } of heads) {
    const middle = bounds.x + bounds.width / 2;
    const cell = row.find(
      (element) =>
        element.bounds.x <= middle &&
        middle <= element.bounds.x + element.bounds.width &&
        element.bounds.y > bounds.y &&
        readNumberIn(element.name) !== undefined &&
        element.role !== 'TableRow',
    );
    if (cell) return readNumberIn(cell.name);
  }
  return undefined;
}

/** What a row is about: its heading or link, else its first words that are no amount. */
function rowName(row: readonly Element[]): string {
  const words = row.filter(
    ({ name, role }) => /\p{L}{2}/u.test(name) && role !== 'TableRow' && role !== 'Button' && role !== 'Checkbox',
  );
  const named =
    words.find(({ level, role }) => level !== undefined || role === 'Link') ??
    words.find(({ name }) => readPrice(name) === undefined) ??
    words[0];
  return named?.name ?? '';
}

function amountText(row: readonly Element[], { measure }: Best): string {
  const read =
    measure === 'price'
      ? readPrice
      : measure === 'date'
        ? readWhen
        : measure === 'duration'
          ? readDuration
          : readNumberIn;
  return (
    row.find(({ name, role }) => role !== 'TableRow' && role !== 'Button' && read(name) !== undefined)?.name ??
    rowName(row)
  );
}

/** What to click in a row: what is named after the verb, else its only button, else its link. */
function control(row: readonly Element[], { verb }: Best): Element {
  const usable = row.filter(({ interactive, states }) => interactive && !states.includes('disabled'));
  const wanted = foldText(verb).heads;
  const named = usable.find(({ name }) => wanted.every((word) => foldText(name).heads.includes(word)));
  const isOpening = /^(?:click|open|view|select|choose|find|pick)$/iu.test(verb);
  const buttons = usable.filter(({ role }) => role === 'Button');
  const links = usable.filter(({ role }) => role === 'Link');
  const checks = usable.filter(({ role }) => role === 'Radio' || role === 'Checkbox');
  const one =
    named ??
    (isOpening ? (checks[0] ?? links[0] ?? buttons[0]) : buttons.length === 1 ? buttons[0] : undefined) ??
    links[0] ??
    buttons[0] ??
    usable[0] ??
    row[0];
  if (!one) throw new HandrailError('not_found', `The row has nothing to ${verb}.`);
  return one;
}
