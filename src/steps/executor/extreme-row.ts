import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { normalizeText, stem } from '../../perception/grounding/text-similarity.js';
import type { Execution } from '../calls.js';
import type { InstructionOf } from '../instruction.js';
import { readAmount, readDuration, readPrice, readTimestamp } from '../parser/number-words.js';
import { ambiguous } from '../resolver/target-errors.js';
import { waitUntil } from '../resolver/wait-until.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import { click } from './element-calls.js';

type Best = InstructionOf<'pick_extreme'>;

/** Picks the row with the highest or lowest measure, and clicks or answers it. */
export async function* pickExtreme(step: Step, instruction: Best): Execution {
  const { row, why } = await waitForRow(step, instruction);
  if (instruction.verb === 'answer') {
    step.report.answers.push({
      question: step.clause,
      value: instruction.of === '' ? amountText(row, instruction) : rowName(row),
    });
    return;
  }
  const element = rowControl(row, instruction);
  step.discourse.target = {
    phrase: `the ${instruction.highest ? 'most' : 'at_least'} ${instruction.measure}`,
    element,
  };
  if (instruction.verb === 'find') return;
  yield* click(step, `${why} ${element.id} ${element.role} "${element.name}".`, element);
}

/** Waits for the rows: search results may still load. */
async function waitForRow(step: Step, instruction: Best): Promise<ExtremeRow> {
  await waitUntil(step, async () => (await measuredRows(step, instruction)).length > 0 || undefined);
  return extremeRow(step, instruction);
}

interface ExtremeRow {
  row: Element[];
  why: string;
}

interface MeasuredRow {
  elements: Element[];
  amount: number;
}

/** The row with the highest or lowest measure, and the control to click in it. */
export async function extremeRow(step: Step, instruction: Best): Promise<ExtremeRow> {
  const rows = await measuredRows(step, instruction);
  const sorted = rows.sort((one, other) =>
    instruction.highest ? other.amount - one.amount : one.amount - other.amount,
  );
  const [first, second] = sorted;
  if (!first) {
    throw new HandrailError(
      'not_found',
      `"${step.clause}" needs a list with ${instruction.measure === 'price' ? 'prices' : `a ${instruction.measure}`}, and this page has none.`,
      'Go to the page with the list first, or name the item.',
    );
  }
  if (second && second.amount === first.amount) {
    throw new HandrailError(
      'ambiguous',
      `"${step.clause}": ${sorted.filter(({ amount }) => amount === first.amount).length} rows have the same ${instruction.measure} ${first.amount}: ${sorted
        .slice(0, 4)
        .map(({ elements }) => `${elements[0]?.id} "${elements[0]?.name}"`)
        .join(', ')}.`,
      'Name one of them.',
    );
  }
  const why = `Of ${rows.length} rows the one with the ${instruction.highest ? 'highest' : 'lowest'} ${instruction.measure} (${first.amount}).`;
  return { row: first.elements, why };
}

async function measuredRows(step: Step, instruction: Best): Promise<MeasuredRow[]> {
  const seen = new Map(step.screen.turn.observation.elements.map((element) => [element.id, element]));
  for (const list of new Set([...seen.values()].flatMap(({ list }) => (list ? [list] : [])))) {
    const known = new Set(
      [...seen.values()]
        .filter((element) => element.list?.container === list.container)
        .map((element) => element.list?.row),
    );
    if (known.size >= list.rowCount) continue;
    const { elements } = await step.screen.turn.observe({ expand: list.container, budget: 1 });
    for (const element of elements) seen.set(element.id, element);
  }
  const groups = new Map<string, Map<number, Element[]>>();
  for (const element of seen.values()) {
    if (!element.list) continue;
    const rows = groups.get(element.list.container) ?? new Map<number, Element[]>();
    rows.set(element.list.row, [...(rows.get(element.list.row) ?? []), element]);
    groups.set(element.list.container, rows);
  }
  const measured = [...groups.values()].map((group) => measureRows(group, instruction, [...seen.values()]));
  const [largest = []] = measured.sort((one, other) => other.length - one.length);
  return largest.length > 1 ? largest : [];
}

/** The rows of one list with their amounts. Rows without an amount, such as headings, are left out. */
function measureRows(
  group: Map<number, Element[]>,
  { measure: what, of }: Best,
  all: readonly Element[],
): MeasuredRow[] {
  const rows = [...group.values()].flatMap((elements): MeasuredRow[] => {
    const amount = amountOf(elements, what, all);
    return amount === undefined ? [] : [{ elements, amount }];
  });
  return ofKind(rows, of, all);
}

/** The rows that contain the nouns of the task. */
function ofKind(rows: MeasuredRow[], of: string, all: readonly Element[]): MeasuredRow[] {
  const nouns = normalizeText(of)
    .words.map(stem)
    .filter(
      (word) =>
        !/^(?:one|way|item|product|option|thing|flight|hotel|result|row|ticket|offer|deal|the|in|list|table|page|on|and)$/u.test(
          word,
        ),
    );
  const matching = rows.filter(({ elements }) =>
    nouns.every((noun) => elements.some(({ name }) => normalizeText(name).words.map(stem).includes(noun))),
  );
  // Words that no row contains must be in a heading: "the cheapest laptop" is no row of a list of phones.
  const headings = normalizeText(all.flatMap(({ level, name }) => (level === undefined ? [] : [name])).join(' '));
  const context = new Set(headings.words.map(stem));
  return matching.length > 0 || nouns.some((noun) => !context.has(noun)) ? matching : rows;
}

function amountOf(row: readonly Element[], measure: string, all: readonly Element[]): number | undefined {
  const texts = row.map(({ name, value }) => name || value || '').filter((text) => text !== '');
  const first = (read: (text: string) => number | undefined): number | undefined =>
    texts.map(read).find((amount) => amount !== undefined);
  if (measure === 'price') return first(readPrice) ?? inColumn(row, /price|cost|fare|amount/iu, all);
  if (measure === 'duration') return first(readDuration);
  if (measure === 'date') return first(readTimestamp);
  if (measure === 'rating')
    return (
      first((text) => (/★|stars?|rating|\/\s*(?:5|10)|out of/iu.test(text) ? readAmount(text) : undefined)) ??
      inColumn(row, /rating|score|stars/iu, all)
    );
  const heading = new RegExp(
    normalizeText(measure)
      .words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
      .join('.*'),
    'iu',
  );
  return inColumn(row, heading, all) ?? first((text) => (heading.test(text) ? readAmount(text) : undefined));
}

/** The number below a column heading. */
function inColumn(row: readonly Element[], heading: RegExp, all: readonly Element[]): number | undefined {
  const heads = all.filter(
    ({ name, kind, role }) =>
      (kind === 'columnheader' || role === 'TableCell' || role === 'Button') &&
      heading.test(name) &&
      readAmount(name) === undefined,
  );
  for (const { bounds } of heads) {
    const middle = bounds.x + bounds.width / 2;
    const cell = row.find(
      (element) =>
        element.bounds.x <= middle &&
        middle <= element.bounds.x + element.bounds.width &&
        element.bounds.y > bounds.y &&
        readAmount(element.name) !== undefined &&
        element.role !== 'TableRow',
    );
    if (cell) return readAmount(cell.name);
  }
  return undefined;
}

/** The name of a row: its heading or link, else its first text that is not an amount. */
function rowName(row: readonly Element[]): string {
  const texts = row.filter(
    ({ name, role }) => /\p{L}{2}/u.test(name) && role !== 'TableRow' && role !== 'Button' && role !== 'Checkbox',
  );
  const named =
    texts.find(({ level, role }) => level !== undefined || role === 'Link') ??
    texts.find(({ name }) => readPrice(name) === undefined) ??
    texts[0];
  return named?.name ?? '';
}

function amountText(row: readonly Element[], { measure }: Best): string {
  const read =
    measure === 'price'
      ? readPrice
      : measure === 'date'
        ? readTimestamp
        : measure === 'duration'
          ? readDuration
          : readAmount;
  return (
    row.find(({ name, role }) => role !== 'TableRow' && role !== 'Button' && read(name) !== undefined)?.name ??
    rowName(row)
  );
}

const opening = /^(?:click|open|view|select|choose|find|pick)$/iu;

/** The control to click in a row: the one named after the verb. To open a row: its only checkbox, link or control. */
function rowControl(row: readonly Element[], { verb }: Best): Element {
  const usable = row.filter(({ interactive, states }) => interactive && !states.includes('disabled'));
  const wanted = normalizeText(verb).canonicalWords;
  const named = usable.filter(({ name }) => wanted.every((word) => normalizeText(name).canonicalWords.includes(word)));
  const ofRole = (...roles: string[]): Element[] => usable.filter(({ role }) => roles.includes(role));
  const openers = opening.test(verb)
    ? [ofRole('Radio', 'Checkbox'), ofRole('Link'), ofRole('Button'), usable]
    : /^(?:book|buy|order|purchase|reserve|get)$/iu.test(verb)
      ? [ofRole('Button')]
      : [];
  const found = [named, ...openers].find(({ length }) => length > 0) ?? [];
  const one = single(found);
  if (one) return one;
  if (found.length > 1) throw ambiguous(verb, found);
  const whole = opening.test(verb) ? row[0] : undefined;
  if (whole) return whole;
  throw new HandrailError('not_found', `The row has no control to ${verb} it.`, 'Name the control in the task.');
}
