import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, performAll, reply, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { type Day, isoDate, monthOf, readDate, readMonth } from '../../parser/dates.js';
import { find } from '../../resolver/find.js';
import { type Found, lookFor, tell } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';

const dateKinds = new Set(['date', 'datetime-local', 'month']);

/** Sets a date: in a field of the browser's own, in a calendar that opens, or as text. */
export async function* setDate(
  world: ExecutionState,
  { date, target, words }: Extract<Instruction, { do: 'date' }>,
): Script {
  const day = readDate(date);
  if (!day) throw new HandrailError('not_understood', `"${date}" is no date.`, 'Write it as 2025-02-14 or 02/14/2025.');
  const field = yield* dateField(world, target);
  if (dateKinds.has(field.element.kind ?? '')) {
    const value = field.element.kind === 'month' ? isoDate(day).slice(0, 7) : isoDate(day);
    yield* perform(world, words, `${tell(target ?? 'the date', field)} Setting it to ${value}.`, {
      tool: 'fill',
      input: { selector: field.element.id, value },
    });
    return;
  }
  const wasOpen = shownMonth(world) !== undefined;
  yield* perform(world, words, `${tell(target ?? 'the date', field)} A calendar may open.`, {
    tool: 'click',
    input: { selector: field.element.id },
  });
  if (shownMonth(world)) {
    yield* pickDay(world, day, words);
    if (wasOpen) return;
    // A calendar that fades away still lies on what is to be clicked next.
    for (let waited = 0; waited < 3 && shownMonth(world); waited += 1)
      yield* reply(world, 'The calendar is still closing: waiting a moment.', [
        { tool: 'wait', input: { seconds: 0.4 } },
      ]);
    return;
  }
  const isTyped = isField(field.element) && !field.element.states.includes('readonly');
  if (!isTyped)
    throw new HandrailError(
      'not_found',
      `No calendar opened at ${field.element.id} "${field.element.name}".`,
      'Say how the date is entered there.',
    );
  yield* perform(world, words, `No calendar opened: typing "${date}".`, {
    tool: 'type',
    input: { selector: field.element.id, text: date, clear: true },
  });
}

async function* dateField(world: ExecutionState, target: string | undefined): Script<Found> {
  const { elements } = world.turn.observation;
  const natives = elements.filter(({ kind }) => dateKinds.has(kind ?? ''));
  const isPlain = target === undefined || /^(?:the\s+)?date$/iu.test(target);
  if (target !== undefined) {
    const looked = await lookFor(world, target, { kind: 'field' });
    if (looked.one) return looked.one;
  }
  const [native] = natives;
  if (isPlain && natives.length === 1 && native) return { element: native, score: 0.9, why: 'the only date field' };
  const fields = elements.filter((element) => isField(element));
  const [field] = fields;
  if (isPlain && fields.length === 1 && field) return { element: field, score: 0.85, why: 'the only field' };
  return yield* find(world, target ?? 'date', { kind: 'click' });
}

interface Month {
  year: number;
  month: number;
}

/** The month that an open calendar shows, in one text or in two side by side. */
function shownMonth({ turn }: ExecutionState): Month | undefined {
  const { elements } = turn.observation;
  const days = elements.filter(({ name }) => /^(?:[1-9]|[12]\d|3[01])$/u.test(name.trim()));
  if (days.length < 20) return undefined;
  for (const { name, value, role } of elements) {
    const month =
      name.length <= 40 ? (readMonth(name) ?? (role === 'Dropdown' ? undefined : readMonth(value ?? ''))) : undefined;
    if (month) return month;
  }
  const months = elements.filter(({ name, value }) => monthOf(name) > 0 || monthOf(value ?? '') > 0);
  const years = elements.filter(
    ({ name, value }) => /^(?:19|20)\d{2}$/u.test(name.trim()) || /^(?:19|20)\d{2}$/u.test((value ?? '').trim()),
  );
  const [month] = months;
  const [year] = years;
  if (!month || !year) return undefined;
  return {
    month: monthOf(month.name) || monthOf(month.value ?? ''),
    year: Number(/\d{4}/u.exec(`${year.name} ${year.value ?? ''}`)?.[0]),
  };
}

/** Turns the calendar to the month and clicks the day. */
async function* pickDay(world: ExecutionState, day: Day, words: string): Script {
  for (let turns = 0; turns < 20; turns += 1) {
    const shown = shownMonth(world);
    if (!shown)
      throw new HandrailError(
        'not_found',
        'The calendar does not show which month it is.',
        'Say which buttons to click.',
      );
    const away = (day.year - shown.year) * 12 + (day.month - shown.month);
    if (away === 0) break;
    const button = turnButton(world.turn.observation.elements, away > 0);
    if (!button)
      throw new HandrailError(
        'not_found',
        `The calendar shows ${shown.month}/${shown.year} and has no button for the ${away > 0 ? 'next' : 'previous'} month.`,
        'Say which button to click.',
      );
    const count = turns === 0 ? 1 : Math.min(Math.abs(away), 12);
    const deeds = Array.from({ length: count }, (_, index) => ({
      tool: 'click',
      input: { selector: index === 0 ? button.id : byName(button), timeout: 1_000 },
    }));
    const results = yield* reply(
      world,
      `The calendar shows ${shown.month}/${shown.year}; ${button.id} "${button.name}" leads to ${day.month}/${day.year}.`,
      deeds,
    );
    if (results[0] && !results[0].result.success)
      throw new HandrailError('not_found', `"${words}" could not be done: ${results[0].result.error ?? ''}`);
  }
  const { elements } = world.turn.observation;
  const days = elements.filter(
    ({ name, states, interactive }) => name.trim() === String(day.day) && interactive && !states.includes('disabled'),
  );
  const full = elements.filter(({ name, interactive }) => interactive && isDayName(name, day));
  // The same number may stand at the edge of the month before or after.
  const cell =
    full[0] ?? (day.day > 15 ? days.at(-1) : days[0]) ?? elements.find(({ name }) => name.trim() === String(day.day));
  if (!cell)
    throw new HandrailError(
      'not_found',
      `The calendar has no day ${day.day} that can be clicked.`,
      'Choose another day.',
    );
  yield* performAll(world, [
    {
      words,
      make: async () => ({
        thought: `The calendar shows ${day.month}/${day.year}: ${cell.id} is day ${day.day}.`,
        deed: { tool: 'click', input: { selector: cell.id } },
      }),
    },
  ]);
}

/** A calendar that is drawn anew at each turn has new buttons with the old names. */
function byName({ name, role, id }: Element): string {
  return name === '' ? id : `the "${name}" ${role.toLowerCase()}`;
}

function isDayName(name: string, day: Day): boolean {
  const date = readDate(name.replace(/^\p{L}+,?\s+(?=\p{L}+\s+\d)/u, '').replace(/^\p{L}+day,?\s+/iu, ''));
  return date !== undefined && isoDate(date) === isoDate(day);
}

function turnButton(elements: readonly Element[], forward: boolean): Element | undefined {
  const words = forward
    ? /^(?:next(?: month)?|›|»|>|→|▶|forward|next \S+)$/iu
    : /^(?:prev(?:ious)?(?: month)?|‹|«|<|←|◀|back|previous \S+)$/iu;
  const fitting = elements.filter(
    ({ name, description, interactive, states }) =>
      interactive &&
      !states.includes('disabled') &&
      (words.test(name.trim()) || words.test((description ?? '').trim())),
  );
  return fitting.find(({ name }) => /month/iu.test(name)) ?? fitting[0];
}
