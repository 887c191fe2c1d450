import type { Note } from '../entry.js';
import { isSecretName } from './secret-names.js';
import { byPlace, type PasswordPlaces } from './secrets-by-place.js';
import { secretsInTask } from './task-secrets.js';

/** Fields that name the place something is typed into, and fields that hold what is typed. */
const namingFields = ['selector', 'name', 'label', 'field', 'target', 'placeholder', 'key'];
export const typedFields: ReadonlySet<string> = new Set(['text', 'value', 'to', 'from', 'option']);

/** The fields that show dots, by their ids and names: only the page knows them. */
export type PasswordFields = ReadonlySet<string>;

/** The password fields of an observation that still has its elements. */
export function passwordFieldsIn(entry: Note): string[] {
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

/** What an entry shows to be a secret: typed into a password field, given for a field of such a name, or said in the task. */
export function secretsInEntry(entry: Note, passwordFields: PasswordFields, places: PasswordPlaces = []): string[] {
  if (entry.type === 'run_started') return typeof entry.task === 'string' ? secretsInTask(entry.task) : [];
  if (entry.type === 'intent') return isOnPassword(entry) ? typedIn(entry.action) : [];
  // Only what the model or a person wrote is believed: a page must not decide what a report hides.
  if (entry.type === 'call_started') return inCall(entry.call, passwordFields);
  if (entry.type === 'replied' && Array.isArray(entry.calls)) {
    return [...entry.calls.flatMap((call: unknown) => inCall(call, passwordFields)), ...byPlace(entry.calls, places)];
  }
  return [];
}

/** An action on an element that shows dots for what is typed. */
export function isOnPassword(entry: Note): boolean {
  return isObject(entry.element) && isPassword(entry.element);
}

function isPassword(element: object): boolean {
  return 'states' in element && Array.isArray(element.states) && element.states.includes('password');
}

/** The fields name a place for secrets: what stands in their typed fields is one. */
export function namesSecretPlace(fields: object): boolean {
  return Object.entries(fields).some(
    ([field, name]) => namingFields.includes(field) && typeof name === 'string' && isSecretName(name),
  );
}

function inCall(call: unknown, passwordFields: PasswordFields): string[] {
  if (!isObject(call)) return [];
  if ('action' in call && isObject(call.action)) {
    const target = 'target' in call.action ? call.action.target : undefined;
    const id = isObject(target) && 'element' in target ? target.element : undefined;
    return typeof id === 'string' && passwordFields.has(id) ? typedIn(call.action) : [];
  }
  if (!('input' in call) || !isObject(call.input)) return [];
  const isSecret =
    namesSecretPlace(call.input) || Object.values(call.input).some((value) => isOneOf(value, passwordFields));
  return [...(isSecret ? typedIn(call.input) : []), ...underSecretNames(call.input, passwordFields)];
}

function isOneOf(name: unknown, passwordFields: PasswordFields): boolean {
  return typeof name === 'string' && (passwordFields.has(name) || passwordFields.has(name.trim().toLowerCase()));
}

function underSecretNames(fields: object, passwordFields: PasswordFields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return isSecretName(name) || isOneOf(name, passwordFields) ? [value] : [];
    return isObject(value) ? underSecretNames(value, passwordFields) : [];
  });
}

function typedIn(fields: unknown): string[] {
  if (!isObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    typedFields.has(name) && typeof value === 'string' && value !== '' ? [value] : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
