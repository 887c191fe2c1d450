import { isSecretName } from '../../core/secrets/secret-names.js';
import { isSecretReference } from '../../core/secrets/secret-reference.js';
import type { NewEntry } from '../entry.js';
import { findSecretsByPosition, type PasswordBounds } from './secrets-by-position.js';
import { findTaskSecrets } from './task-secrets.js';

/** Input fields that name a target, and input fields that contain typed text. */
const namingFields = ['selector', 'name', 'label', 'field', 'target', 'placeholder', 'key'];
export const typedFields: ReadonlySet<string> = new Set(['text', 'value', 'to', 'from', 'option']);

/** Whether a typed text is masked in a password field. A reference is the name of a secret. */
export function isMaskedText(value: unknown): boolean {
  return typeof value !== 'string' || !isSecretReference(value);
}

/** The ids and names of the password fields on the page. */
export type PasswordFields = ReadonlySet<string>;

/** The ids and names of the password fields in an observation. */
export function findPasswordFields(entry: NewEntry): string[] {
  const { observation } = entry;
  if (entry.type !== 'observed' || !isObject(observation) || !('elements' in observation)) return [];
  if (!Array.isArray(observation.elements)) return [];
  return observation.elements.flatMap((element: unknown) => {
    if (!isObject(element) || !isPassword(element)) return [];
    const known = [
      'id' in element && typeof element.id === 'string' ? element.id : '',
      'name' in element && typeof element.name === 'string' ? element.name.trim().toLowerCase() : '',
    ];
    return known.filter(Boolean);
  });
}

/** The secrets in an entry: typed into a password field, given for a field with a secret name, or part of the task. */
export function findSecrets(entry: NewEntry, passwordFields: PasswordFields, bounds: PasswordBounds = []): string[] {
  if (entry.type === 'run_started') return typeof entry.task === 'string' ? findTaskSecrets(entry.task) : [];
  if (entry.type === 'intent') return targetsPasswordField(entry) ? listTypedTexts(entry.action) : [];
  // Only input of the model or the user counts. A page must not decide what a report hides.
  if (entry.type === 'call_started') return findCallSecrets(entry.call, passwordFields);
  if (entry.type === 'model_replied' && Array.isArray(entry.calls)) {
    return [
      ...entry.calls.flatMap((call: unknown) => findCallSecrets(call, passwordFields)),
      ...findSecretsByPosition(entry.calls, bounds),
    ];
  }
  return [];
}

/** True for an action on a password field. */
export function targetsPasswordField(entry: NewEntry): boolean {
  return isObject(entry.element) && isPassword(entry.element);
}

function isPassword(element: object): boolean {
  return (
    'states' in element &&
    Array.isArray(element.states) &&
    (element.states.includes('password') || element.states.includes('secret'))
  );
}

/** True when the input names a field for secrets, so that its typed text is a secret. */
export function namesSecretField(fields: object): boolean {
  return Object.entries(fields).some(
    ([field, name]) => namingFields.includes(field) && typeof name === 'string' && isSecretName(name),
  );
}

function findCallSecrets(call: unknown, passwordFields: PasswordFields): string[] {
  if (!isObject(call)) return [];
  if ('action' in call && isObject(call.action)) {
    const target = 'target' in call.action ? call.action.target : undefined;
    const id = isObject(target) && 'element' in target ? target.element : undefined;
    return typeof id === 'string' && passwordFields.has(id) ? listTypedTexts(call.action) : [];
  }
  if (!('input' in call) || !isObject(call.input)) return [];
  const isSecret =
    namesSecretField(call.input) || Object.values(call.input).some((value) => isOneOf(value, passwordFields));
  return [...(isSecret ? listTypedTexts(call.input) : []), ...findNamedSecrets(call.input, passwordFields)];
}

function isOneOf(name: unknown, passwordFields: PasswordFields): boolean {
  return typeof name === 'string' && (passwordFields.has(name) || passwordFields.has(name.trim().toLowerCase()));
}

function findNamedSecrets(fields: object, passwordFields: PasswordFields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return isSecretName(name) || isOneOf(name, passwordFields) ? [value] : [];
    return isObject(value) ? findNamedSecrets(value, passwordFields) : [];
  });
}

function listTypedTexts(fields: unknown): string[] {
  if (!isObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    typedFields.has(name) && typeof value === 'string' && value !== '' ? [value] : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
