import { HandrailError } from '../errors.js';

/** Everything that looks like the start of a reference. Each must be a complete one. */
const opening = /\{\{\s*secret\s*:/gi;
const complete = /\{\{\s*secret\s*:\s*([A-Za-z_][\w-]*)\s*\}\}/gi;
const whole = /^\s*\{\{\s*secret\s*:\s*[A-Za-z_][\w-]*\s*\}\}\s*$/i;

/** Whether a text contains `{{secret:`. */
export function mentionsSecret(text: string): boolean {
  return text.search(opening) >= 0;
}

/** Whether a text is one reference and nothing else. It is a name, and no secret itself. */
export function isSecretReference(text: string): boolean {
  return whole.test(text);
}

/** The names in the references of a text. Throws `unknown_secret` for one that is not complete. */
export function readSecretNames(text: string): string[] {
  const names = [...text.matchAll(complete)].map(([, name = '']) => name);
  if (names.length === [...text.matchAll(opening)].length) return names;
  throw new HandrailError(
    'unknown_secret',
    'A reference to a secret is not complete.',
    'Write it as {{secret:NAME}}: letters, digits, _ and - without spaces.',
  );
}

/** Replaces every reference of a text by the value of its secret. */
export function replaceSecretNames(text: string, valueFor: (name: string) => string): string {
  return text.replace(complete, (_, name: string) => valueFor(name));
}
