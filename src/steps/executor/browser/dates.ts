import {
  type CalendarDate,
  formatIsoDate,
  readDate,
  readMonth,
  readMonthName,
} from '../../../core/dates/calendar-date.js';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall, performPlanned, sendCalls } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { single } from '../../single.js';

const dateKinds = new Set(['date', 'datetime-local', 'month']);

/** Sets a date: in a native date field, in a calendar that opens, or as text. */
export async function* setDate(state: ExecutionState, { date, target, clause }: InstructionOf<'set_date'>): Execution {
  const day = readDate(date);
  if (!day)
    throw new HandrailError('not_understood', `"${date}" is not a date.`, 'Write it as 2025-02-14 or 02/14/2025.');
  const field = yield* dateField(state, target);
  if (dateKinds.has(field.element.kind ?? '')) {
    const value = field.element.kind === 'month' ? formatIsoDate(day).slice(0, 7) : formatIsoDate(day);
    yield* performCall(state, clause, `${describeMatch(target ?? 'the date', field)} Setting it to ${value}.`, {
      tool: 'fill',
      input: { selector: field.element.id, value },
    });
    return;
  }
  const wasOpen = shownMonth(state) !== undefined;
  yield* performCall(state, clause, `${describeMatch(target ?? 'the date', field)} A calendar may open.`, {
    tool: 'click',
    input: { selector: field.element.id },
  });
  if (shownMonth(state)) {
    yield* pickDay(state, day, clause);
    await verifyDay(state, field.element, day, clause);
    if (wasOpen) return;
    // A calendar that fades out still covers the next target.
    await waitUntil(state, () => shownMonth(state) === undefined || undefined);
    return;
  }
  const isTyped = isField(field.element) && !field.element.states.includes('readonly');
  if (!isTyped)
    throw new HandrailError(
      'not_found',
      `No calendar opened at ${field.element.id} "${field.element.name}".`,
      'State in the task how to enter the date.',
    );
  yield* performCall(state, clause, `No calendar opened: typing "${date}".`, {
    tool: 'type',
    input: { selector: field.element.id, text: date, clear: true },
  });
}

/** Throws when the field has a value without the day. A calendar without a field shows the day in its own way. */
async function verifyDay(state: ExecutionState, field: Element, day: CalendarDate, clause: string): Promise<void> {
  if (!isField(field)) return;
  const value = (): string => state.turn.observation.elements.find(({ id }) => id === field.id)?.value ?? '';
  const shown = new RegExp(`(?<!\\d)0?${day.day}(?!\\d)`, 'u');
  const isSet = await waitUntil(state, () => shown.test(value()) || undefined);
  if (isSet || !state.turn.observation.elements.some(({ id }) => id === field.id)) return;
  throw new HandrailError(
    'expectation_failed',
    `"${clause}": the day was clicked, and ${field.id} "${field.name}" shows "${value()}".`,
    'State in the task how to enter the date.',
  );
}

async function* dateField(state: ExecutionState, target: string | undefined): Execution<Match> {
  const { elements } = state.turn.observation;
  const natives = elements.filter(({ kind }) => dateKinds.has(kind ?? ''));
  const isPlain = target === undefined || /^(?:the\s+)?date$/iu.test(target);
  if (target !== undefined) {
    const matches = await matchTarget(state, target, 'field');
    if (matches.one) return matches.one;
  }
  const native = single(natives);
  if (isPlain && native) return { element: native, why: 'the only date field' };
  const fields = elements.filter((element) => isField(element));
  const [field] = fields;
  if (isPlain && fields.length === 1 && field) return { element: field, why: 'the only field' };
  return yield* waitForTarget(state, target ?? 'date', 'click');
}

interface CalendarMonth {
  year: number;
  month: number;
}

/** The month that an open calendar shows, in one text or in two. */
function shownMonth({ turn }: ExecutionState): CalendarMonth | undefined {
  const { elements } = turn.observation;
  const days = elements.filter(({ name }) => /^(?:[1-9]|[12]\d|3[01])$/u.test(name.trim()));
  if (days.length < 20) return undefined;
  for (const { name, value, role } of elements) {
    const month =
      name.length <= 40 ? (readMonth(name) ?? (role === 'Dropdown' ? undefined : readMonth(value ?? ''))) : undefined;
    if (month) return month;
  }
  const months = elements.filter(({ name, value }) => readMonthName(name) > 0 || readMonthName(value ?? '') > 0);
  const years = elements.filter(
    ({ name, value }) => /^(?:19|20)\d{2}$/u.test(name.trim()) || /^(?:19|20)\d{2}$/u.test((value ?? '').trim()),
  );
  const [month] = months;
  const [year] = years;
  if (!month || !year) return undefined;
  return {
    month: readMonthName(month.name) || readMonthName(month.value ?? ''),
    year: Number(/\d{4}/u.exec(`${year.name} ${year.value ?? ''}`)?.[0]),
  };
}

/** Moves the calendar to the month and clicks the day. */
async function* pickDay(state: ExecutionState, day: CalendarDate, clause: string): Execution {
  for (let turns = 0; turns < 20; turns += 1) {
    const shown = shownMonth(state);
    if (!shown)
      throw new HandrailError(
        'not_found',
        'The calendar does not show a month.',
        'State in the task which buttons to click.',
      );
    const monthsAway = (day.year - shown.year) * 12 + (day.month - shown.month);
    if (monthsAway === 0) break;
    const button = monthButton(state.turn.observation.elements, monthsAway > 0);
    if (!button)
      throw new HandrailError(
        'not_found',
        `The calendar shows ${shown.month}/${shown.year} and has no button for the ${monthsAway > 0 ? 'next' : 'previous'} month.`,
        'State in the task which button to click.',
      );
    const count = turns === 0 ? 1 : Math.min(Math.abs(monthsAway), 12);
    const calls = Array.from({ length: count }, (_, index) => ({
      tool: 'click',
      input: { selector: index === 0 ? button.id : buttonPhrase(button), timeout: 1_000 },
    }));
    const results = yield* sendCalls(
      state,
      `The calendar shows ${shown.month}/${shown.year}; ${button.id} "${button.name}" leads to ${day.month}/${day.year}.`,
      calls,
    );
    if (results[0] && !results[0].result.success)
      throw new HandrailError('not_found', `"${clause}" failed: ${results[0].result.error ?? ''}`);
  }
  const cell = dayCell(state.turn.observation.elements, day);
  if (!cell) throw new HandrailError('not_found', `The calendar has no enabled day ${day.day}.`, 'Choose another day.');
  yield* performPlanned(state, [
    {
      clause,
      prepare: async () => ({
        thought: `The calendar shows ${day.month}/${day.year}: ${cell.id} is day ${day.day}.`,
        call: { tool: 'click', input: { selector: cell.id } },
      }),
    },
  ]);
}

/** The cell of a day, by its full date or by its number in the first month that is shown. */
function dayCell(elements: readonly Element[], day: CalendarDate): Element | undefined {
  const usable = elements.filter(({ states }) => !states.includes('disabled'));
  const full = usable.filter(({ name, interactive }) => interactive && isDayName(name, day));
  if (full.length > 0) return single(full);
  const months = usable.filter(({ name }) => name.length <= 40 && readMonth(name) !== undefined);
  const end = months[1] ? usable.indexOf(months[1]) : usable.length;
  const cells = usable.slice(0, end).filter(({ name }) => name.trim() === String(day.day));
  const days = cells.some(({ interactive }) => interactive) ? cells.filter(({ interactive }) => interactive) : cells;
  // The first and the last week also show days of the previous and the next month.
  if (days.length > 2) return undefined;
  return day.day > 15 ? days.at(-1) : days[0];
}

/** A phrase for a button, because a calendar that re-renders has new buttons with the same names. */
function buttonPhrase({ name, role, id }: Element): string {
  return name === '' ? id : `the "${name}" ${role.toLowerCase()}`;
}

function isDayName(name: string, day: CalendarDate): boolean {
  const date = readDate(name.replace(/^\p{L}+,?\s+(?=\p{L}+\s+\d)/u, '').replace(/^\p{L}+day,?\s+/iu, ''));
  return date !== undefined && formatIsoDate(date) === formatIsoDate(day);
}

function monthButton(elements: readonly Element[], forward: boolean): Element | undefined {
  const names = forward
    ? /^(?:next(?: month)?|›|»|>|→|▶|forward|next \S+)$/iu
    : /^(?:prev(?:ious)?(?: month)?|‹|«|<|←|◀|back|previous \S+)$/iu;
  const fitting = elements.filter(
    ({ name, description, interactive, states }) =>
      interactive &&
      !states.includes('disabled') &&
      (names.test(name.trim()) || names.test((description ?? '').trim())),
  );
  return fitting.find(({ name }) => /month/iu.test(name)) ?? fitting[0];
}
