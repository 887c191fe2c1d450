import type { Element } from '../../../core/element.js';
import { areEqual, contains, toTokens } from '../../../perception/grounding/text-tokens.js';
import type { Execution } from '../../calls.js';
import { fillFields, setDate } from '../../executor/browser/fields.js';
import { click } from '../../executor/element-calls.js';
import type { Field, InstructionOf } from '../../instruction.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous } from '../../resolver/target-errors.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';

export const routePattern = /\bfrom:?\s+(.+?)\s+to:?\s+(.+?)(?:\s+(?:on|for|departing)\s+(\S.*))?$/iu;

/** Fills in origin, destination and date, and searches. */
export async function* searchRoute(step: Step, { route }: InstructionOf<'search_route'>): Execution {
  const found = routePattern.exec(route);
  if (found) yield* submitRoute(step, found);
}

export async function* submitRoute(step: Step, [, from = '', to = '', date]: RegExpExecArray): Execution {
  const fields: Field[] = [
    ['from', { kind: 'text', text: from.trim() }],
    ['to', { kind: 'text', text: to.trim() }],
  ];
  for (const field of fields) {
    yield* fillFields(step, [field]);
    const wanted = field[1].kind === 'text' ? field[1].text : '';
    const offered = await waitUntil(step, () => suggestionFor(step, wanted));
    if (offered) yield* click(step, `${offered.id} "${offered.name}" is the suggestion.`, offered);
  }
  if (date) yield* setDate(step, { kind: 'set_date', date: date.trim(), target: 'date' });
  const { one } = await matchTarget(step, 'search button', 'click');
  if (one) yield* click(step, `${one.element.id} "${one.element.name}" starts the search.`, one.element);
}

/** The suggestion that equals the text, else the only one that contains it. Throws `ambiguous` for several. */
function suggestionFor({ screen: { turn } }: Step, wanted: string): Element | undefined {
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
