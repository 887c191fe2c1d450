import type { Note } from './entry.js';
import { isSecretName } from './secret-names.js';
import { secretsInTask } from './task-secrets.js';

/** Fields that name the place something is typed into, and fields that hold what is typed. */
const namingFields = ['selector', 'name', 'label', 'field', 'target', 'placeholder', 'key'];
export const typedFields: ReadonlySet<string> = new Set(['text', 'value', 'to', 'from', 'option']);

/** What an entry shows to be a secret: typed into a password field, given for a field of such a name, or said in the task. */
export function secretsInEntry(entry: Note): string[] {
  if (entry.type === 'run_started') return typeof entry.task === 'string' ? secretsInTask(entry.task) : [];
  if (entry.type === 'intent') return isOnPassword(entry) ? typedIn(entry.action) : [];
  // Only what the model or a person wrote is believed: a page must not decide what a report hides.
  if (entry.type === 'call_started') return inCall(entry.call);
  if (entry.type === 'replied' && Array.isArray(entry.calls)) return entry.calls.flatMap(inCall);
  return [];
}

/** An action on an element that shows dots for what is typed. */
export function isOnPassword(entry: Note): boolean {
  const { element } = entry;
  if (!isObject(element) || !('states' in element) || !Array.isArray(element.states)) return false;
  return element.states.includes('password');
}

/** The fields name a place for secrets: what stands in their typed fields is one. */
export function namesSecretPlace(fields: object): boolean {
  return Object.entries(fields).some(
    ([field, name]) => namingFields.includes(field) && typeof name === 'string' && isSecretName(name),
  );
}

function inCall(call: unknown): string[] {
  if (!isObject(call) || !('input' in call) || !isObject(call.input)) return [];
  return [...(namesSecretPlace(call.input) ? typedIn(call.input) : []), ...underSecretNames(call.input)];
}

function underSecretNames(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return isSecretName(name) ? [value] : [];
    return isObject(value) ? underSecretNames(value) : [];
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
