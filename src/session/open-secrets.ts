import type { Action } from '../core/action.js';
import { HandrailError, toFault } from '../core/errors.js';
import { mentionsSecret, readSecretNames } from '../core/secrets/secret-reference.js';
import type { OpenedSecrets } from '../rails/secrets/vault.js';
import { unknownSecret } from '../rails/secrets/vault.js';
import type { PerformOptions } from './judging/check-gates.js';
import type { SessionState } from './session-state.js';

/** The secrets of an action could not be opened, so it did not start. */
export class SecretsUnavailable extends HandrailError {}

/** Throws `secret_refused` for a reference to a secret anywhere but in the text for a field. */
export function checkReferences(action: Action): void {
  const { type } = action;
  const rest = type === 'type' ? { ...action, text: '' } : type === 'set_value' ? { ...action, value: '' } : action;
  if (!mentionsSecret(JSON.stringify(rest)) && !isListed(action)) return;
  throw new HandrailError(
    'secret_refused',
    `The action "${type}" takes no secret. Nothing was done.`,
    'Type {{secret:NAME}} into a field.',
  );
}

function isListed(action: Action): boolean {
  return action.type === 'set_value' && Array.isArray(action.value) && action.value.some(mentionsSecret);
}

/** Opens the secrets that an action names, and masks them from now on. Throws SecretsUnavailable for an unknown one. */
export async function openSecrets(
  state: SessionState,
  action: Action,
  { signal, rails }: PerformOptions,
): Promise<OpenedSecrets | undefined> {
  const text = action.type === 'type' ? action.text : action.type === 'set_value' ? action.value : undefined;
  if (typeof text !== 'string' || !mentionsSecret(text)) return undefined;
  try {
    const names = readSecretNames(text);
    const vaults = [rails?.secrets, state.rails.secrets].filter((vault) => vault !== undefined);
    const known = vaults.flatMap((vault) => vault.names);
    for (const name of names) if (!known.includes(name)) throw unknownSecret(name, known);
    const vault = vaults.find((one) => names.every((name) => one.names.includes(name)));
    if (!vault) throw unknownSecret(names.join(', '), known);
    if (!state.environment.fillsSecrets)
      throw new HandrailError('unsupported', `A ${state.environment.kind} takes no secrets. Nothing was typed.`);
    const opened = await vault.open(names, signal);
    for (const value of opened.hidden) {
      state.secrets.add(value);
      state.opened.add(value);
    }
    return opened;
  } catch (error) {
    const { code, message, hint } = toFault(error);
    throw new SecretsUnavailable(code, message, hint);
  }
}
