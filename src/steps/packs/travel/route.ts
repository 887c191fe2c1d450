import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { setDate } from '../../executor/browser/dates.js';
import { fillFields } from '../../executor/browser/fill.js';
import { click } from '../../executor/element-calls.js';
import type { Field, InstructionOf } from '../../instruction.js';
import { matchTarget } from '../../resolver/target.js';
import { waitForSuggestion } from '../../resolver/wait-for-suggestion.js';

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
    const wanted = field[1].kind === 'text' ? field[1].text.toLowerCase() : '';
    const offered = yield* waitForSuggestion(state, wanted, (elements) =>
      elements.find(
        ({ name, role, kind, interactive }) =>
          name.toLowerCase().includes(wanted) &&
          role !== 'TextInput' &&
          (kind === 'option' || role === 'MenuItem' || role === 'ListItem' || interactive),
      ),
    );
    if (offered) yield* click(state, clause, `${offered.id} "${offered.name}" is the suggestion.`, offered);
  }
  if (date) yield* setDate(state, { kind: 'set_date', date: date.trim(), target: 'date', clause });
  const { one } = await matchTarget(state, 'search button', 'click');
  if (one) yield* click(state, clause, `${one.element.id} "${one.element.name}" starts the search.`, one.element);
}
