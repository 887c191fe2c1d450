import { isSecretName } from '../../../core/secrets/secret-names.js';
import { attributeOf, idOf, textContentOf } from '../dom/native-node.js';
import { isMarkedSecret, isTainted, markSecret } from '../dom/node-registry.js';
import { labelsOf } from './labels.js';

const typedTypes = /^(?:text|tel|number)$/;
const secretTokens = /^(?:current-password|new-password|one-time-code|cc-number|cc-csc)$/;
const namingAttributes = ['name', 'placeholder', 'aria-label', 'title'] as const;

/** What an answer was based on, so that a field whose attributes change is judged again. */
const known = new WeakMap<HTMLInputElement, { facts: string; isSecret: boolean }>();

/** Whether this is or was a password field. */
export function isPasswordField(input: HTMLInputElement): boolean {
  if (input.type === 'password') markSecret(input);
  return isMarkedSecret(input);
}

/** Whether nobody may read the value: a password field, a field that received a secret, or one that asks for a PIN, a key, a code or a card number. */
export function holdsSecret(element: Element): boolean {
  if (isTainted(element)) return true;
  return element instanceof HTMLInputElement && (isPasswordField(element) || asksForSecret(element));
}

/** Decided by autocomplete, names and labels. */
export function asksForSecret(input: HTMLInputElement): boolean {
  if (!typedTypes.test(input.type)) return false;
  const names = namingAttributes.map((name) => attributeOf(input, name) ?? '');
  const autocomplete = attributeOf(input, 'autocomplete') ?? '';
  const facts = [input.type, autocomplete, idOf(input), ...names].join('\n');
  const before = known.get(input);
  if (before?.facts === facts) return before.isSecret;
  const isSecret =
    autocomplete
      .toLowerCase()
      .split(/\s+/)
      .some((token) => secretTokens.test(token)) ||
    [idOf(input), ...names, ...labelsOf(input).map((label) => textContentOf(label)?.trim() ?? '')].some(isSecretName);
  known.set(input, { facts, isSecret });
  return isSecret;
}
