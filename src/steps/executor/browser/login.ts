import type { Element } from '../../../core/element.js';
import { type Execution, performPlanned } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import { click, pressKey } from '../element-calls.js';
import { recordFormError } from '../form-errors.js';
import { prepareFieldCall } from './fill.js';
import { inSameForm } from './submit.js';

/** Logs in with the login form of the page. */
export async function* logIn(state: ExecutionState, { fields, clause }: InstructionOf<'login'>): Execution {
  const hasPassword = (): Element | undefined =>
    state.turn.observation.elements.find(({ states }) => states.includes('password'));
  if (!hasPassword()) {
    const link = await resolveTarget(state, 'log in', 'click');
    yield* click(state, clause, `No password field is shown: ${describeMatch('log in', link)}`, link.element);
  }
  const plans = fields.map(([label, value]) => ({
    clause,
    async prepare() {
      const text = await resolveValue(state, value);
      const found = /pass/iu.test(label) ? await passwordField(state, label) : await userField(state, label);
      return prepareFieldCall(state, label, found, text);
    },
  }));
  yield* performPlanned(state, plans);
  const password = hasPassword();
  const buttons = state.turn.observation.elements.filter(
    ({ role, name, states }) =>
      (role === 'Button' || role === 'Link') &&
      !states.includes('disabled') &&
      /^(?:log|sign)[\s-]?(?:in|on)\b|^login$|^signin$|^submit$|^continue$|^enter$|^next$/iu.test(name.trim()),
  );
  const below = buttons.filter(
    ({ bounds, role }) => role === 'Button' && (!password || bounds.y >= password.bounds.y - 4),
  );
  const possible = below.length > 0 ? below : buttons;
  const sameForm = password ? inSameForm(state, possible, password) : possible;
  if (sameForm.length > 1) throw ambiguous(clause, sameForm);
  const [button] = sameForm;
  if (button) yield* click(state, clause, `${button.id} ${button.role} "${button.name}" submits the form.`, button);
  else yield* pressKey(state, clause, 'No button submits the form: pressing Enter.', 'Enter');
  await recordFormError(state, clause, button ?? password);
}

async function passwordField(state: ExecutionState, label: string): Promise<Match> {
  const passwords = state.turn.observation.elements.filter(({ states }) => states.includes('password'));
  const only = single(passwords);
  return only ? { element: only, why: 'the only password field' } : resolveTarget(state, label, 'field');
}

async function userField(state: ExecutionState, label: string): Promise<Match> {
  const { one } = await matchTarget(state, label, 'field');
  if (one) return one;
  for (const other of ['username', 'email', 'user', 'login', 'e-mail address']) {
    const { one: match } = await matchTarget(state, other, 'field');
    if (match) return match;
  }
  const password = state.turn.observation.elements.findIndex(({ states }) => states.includes('password'));
  const before = state.turn.observation.elements.slice(0, Math.max(0, password)).filter(isField);
  const last = before.at(-1);
  return last ? { element: last, why: 'the field before the password' } : resolveTarget(state, label, 'field');
}
