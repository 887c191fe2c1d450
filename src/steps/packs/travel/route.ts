import type { Element } from '../../../core/element.js';
import { areEqual, contains, toTokens } from '../../../perception/grounding/text-tokens.js';
import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { setDate } from '../../executor/browser/dates.js';
import { fillFields } from '../../executor/browser/fill.js';
import { click } from '../../executor/element-calls.js';
import type { Field, InstructionOf } from '../../instruction.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous } from '../../resolver/target-errors.js';
import { waitUntil } from '../../resolver/wait-until.js';

export const routePattern = /\bfrom:?\s+(.+?)\s+to:?\s+(.+?)(?:\s+(?:on|for|departing)\s+(\S.*))?$/iu;

/** Fills in origin, destination and date, and searches. */
export async function* searchRoute(state: ExecutionState, { route, clause }: InstructionOf<'search_route'>): Execution {
  const found = routePattern.exec(route);
  if (found) yield* submitRoute(state, clause, found);
}

export async function* submitRoute(
  state: ExecutionState,
  clause: string,
  [, from = '', to = '', date]: RegExpExecArray,
): Execution {
  const fields: Field[] = [
    ['from', { kind: 'text', text: from.trim() }],
    ['to', { kind: 'text', text: to.trim() }],
  ];
  for (const field of fields) {
    yield* fillFields(state, [field], clause);
    const wanted = field[1].kind === 'text' ? field[1].text : '';
    const offered = await waitUntil(state, () => suggestionFor(state, wanted));
    if (offered) yield* click(state, clause, `${offered.id} "${offered.name}" is the suggestion.`, offered);
  }
  if (date) yield* setDate(state, { kind: 'set_date', date: date.trim(), target: 'date', clause });
  const { one } = await matchTarget(state, 'search button', 'click');
  if (one) yield* click(state, clause, `${one.element.id} "${one.element.name}" starts the search.`, one.element);
}

/** The suggestion that equals the text, else the only one that contains it. Throws `ambiguous` for several. */
function suggestionFor({ turn }: ExecutionState, wanted: string): Element | undefined {
  const tokens = toTokens(wanted);
  const offers = turn.observation.elements.filter(
    ({ name, role, kind, interactive }) =>
      contains(tokens, toTokens(name)) &&
      role !== 'TextInput' &&
      role !== 'Dropdown' &&
      (kind === 'option' || role === 'MenuItem' || role === 'ListItem' || interactive),
  );
  const equal = offers.filter(({ name }) => areEqual(tokens, toTokens(name)));
  const found = equal.length > 0 ? equal : offers;
  if (found.length > 1) throw ambiguous(wanted, found);
  return found[0];
}
