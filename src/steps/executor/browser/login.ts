import type { Element } from '../../../core/element.js';
import { type Execution, type PlannedCall, performPlanned } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { click, pressKey } from '../element-calls.js';
import { requireAccepted } from '../form-errors.js';
import { planField } from './fields.js';
import { inSameForm } from './submit.js';

/** Logs in with the login form of the page. */
export async function* logIn(step: Step, { fields }: InstructionOf<'login'>): Execution {
  if (passwords(step).length === 0) {
    const link = await resolveTarget(step, 'log in', 'click');
    yield* click(step, `No password field is shown: ${describeMatch('log in', link)}`, link.element);
  }
  const plans: PlannedCall[] = [];
  for (const [label, value] of fields) {
    const find = (): Promise<Match> => (/pass/iu.test(label) ? passwordField(step, label) : userField(step, label));
    plans.push(planField(label, await resolveValue(step, value), find));
  }
  yield* performPlanned(step, plans);
  const [password] = passwords(step);
  const button = loginButton(step, password);
  if (button) yield* click(step, `${button.id} ${button.role} "${button.name}" submits the form.`, button);
  else yield* pressKey(step, 'No button submits the form: pressing Enter.', 'Enter');
  await requireAccepted(step, button ?? password);
}

const loginNames = /^(?:log|sign)[\s-]?(?:in|on)\b|^(?:login|signin|submit|continue|enter|next)$/iu;

/** The button that submits the form of the password. "Sign up" and "Forgot your password?" do not. */
function loginButton(step: Step, password: Element | undefined): Element | undefined {
  const buttons = step.screen.turn.observation.elements.filter(
    ({ role, name, states }) =>
      (role === 'Button' || role === 'Link') && !states.includes('disabled') && loginNames.test(name.trim()),
  );
  const below = buttons.filter(
    ({ bounds, role }) => role === 'Button' && (!password || bounds.y >= password.bounds.y - 4),
  );
  const possible = below.length > 0 ? below : buttons;
  const sameForm = password ? inSameForm(step, possible, password) : possible;
  if (sameForm.length > 1) throw ambiguous(step.clause, sameForm);
  return sameForm[0];
}

function passwords({ screen: { turn } }: Step): Element[] {
  return turn.observation.elements.filter(({ states }) => states.includes('password'));
}

async function passwordField(step: Step, label: string): Promise<Match> {
  const only = single(passwords(step));
  return only ? { element: only, why: 'the only password field' } : resolveTarget(step, label, 'field');
}

/** The field of that name. Login forms have many names for it, so else the field before the password. */
async function userField(step: Step, label: string): Promise<Match> {
  const { one } = await matchTarget(step, label, 'field');
  if (one) return one;
  const fields = step.screen.turn.observation.elements.filter(isField);
  const before = fields[fields.findIndex(({ states }) => states.includes('password')) - 1];
  return before ? { element: before, why: 'the field before the password' } : resolveTarget(step, label, 'field');
}
