import type { SecretFieldKind } from '../../../core/secrets/secret-filler.js';
import { focusedElement } from '../dom/flat-tree.js';
import { execCommand } from '../dom/native-document.js';
import { attributeOf, dispatch, focusElement, idOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { elementOf, taint } from '../dom/node-registry.js';
import { asksForSecret } from '../naming/secret-fields.js';
import { isDisabled } from '../naming/states.js';

import { runAsHandler } from '../record/input-handling.js';
import type { EditResult, FoundSecretPlace, InsertSecretRequest } from '../secret-calls.js';
import { refuse } from './edit-result.js';

const kinds: Readonly<Record<string, SecretFieldKind>> = {
  password: 'password',
  text: 'text',
  email: 'email',
  tel: 'tel',
};
const searchNames = /^(?:q|query|s|search|keywords?|searchterm|search[-_]?(?:field|input|box|query|text))$/i;

/** The field, or the focused one: the origin of its document, and whether it may contain a secret. */
export function describeSecretPlace({ number }: { number?: number }): FoundSecretPlace {
  const field = number === undefined ? focusedElement() : elementOf(number);
  const isOneCharacter = field instanceof HTMLInputElement && field.maxLength === 1;
  return { origin: globalThis.origin, isOneCharacter, ...judgeField(field) };
}

function judgeField(field: Element | null | undefined): Pick<FoundSecretPlace, 'kind' | 'unsuitable'> {
  if (!(field instanceof HTMLInputElement)) return { unsuitable: 'this is no field of one line' };
  if (isDisabled(field) || field.readOnly) return { unsuitable: 'the field is disabled or read-only' };
  if (isSearchField(field)) return { unsuitable: 'this is a search field' };
  const kind = kindOf(field);
  return kind ? { kind } : { unsuitable: `this is a field of the type ${field.type}` };
}

function kindOf(field: HTMLInputElement): SecretFieldKind | undefined {
  const autocomplete = (attributeOf(field, 'autocomplete') ?? '').toLowerCase().split(/\s+/);
  if (autocomplete.includes('one-time-code') || (field.type === 'number' && asksForSecret(field)))
    return 'one-time-code';
  return kinds[field.type];
}

function isSearchField(field: HTMLInputElement): boolean {
  if (field.type === 'search' || attributeOf(field, 'role') === 'searchbox') return true;
  if (closestOf(field, 'search, [role=search]')) return true;
  return field.type === 'text' && [field.name, idOf(field)].some((name) => searchNames.test(name));
}

/**
 * Inserts a secret in one step, into a field of this document only: keys could go to another frame that takes the focus. What was found about
 * the field must still be true.
 */
export function insertSecret({ number, text, clear, place }: InsertSecretRequest): EditResult {
  const field = number === undefined ? focusedElement() : elementOf(number);
  const now = describeSecretPlace({ number });
  if (!(field instanceof HTMLInputElement) || now.origin !== place.origin || now.kind !== place.kind)
    return refuse('stale_element', 'The field changed before the secret was typed.', 'Observe again.');
  if (focusedElement() !== field) focusElement(field, { preventScroll: true });
  if (focusedElement() !== field)
    return refuse('not_editable', 'The field does not keep the focus.', 'Click it first.');
  taint(field);
  const before = field.value;
  const room = field.maxLength < 0 || clear ? field.maxLength : field.maxLength - before.length;
  if (room >= 0 && text.length > room)
    return refuse('secret_refused', `The field takes only ${room} more characters.`, 'Choose another field.');
  runAsHandler(() => {
    if (clear) field.select();
    else if (field.selectionStart !== null) field.setSelectionRange(before.length, before.length);
    execCommand('insertText', text);
    // Some pages react only to the keys of a user.
    dispatch(field, new KeyboardEvent('keyup', { key: 'Unidentified', bubbles: true, composed: true }));
  });
  const isTaken = field.value !== before || (clear && field.value === text);
  return isTaken
    ? { ok: true, before: '', after: 'filled' }
    : refuse('secret_refused', 'The page did not accept the text.', 'Observe, and click the field first.');
}
