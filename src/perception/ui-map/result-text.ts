import type { Element } from '../../core/element.js';

const maxLength = 120;
const resultWords =
  /\b(?:saved|deleted|created|updated|added|removed|moved|sent|submitted|completed|changed|success\w*|thank you|errors?|failed|invalid|denied|incorrect|not found|does not exist)\b/i;

/** A sentence that may report the result of an action, on pages that do not declare it as a message. */
export function isResult({ role, name, level, interactive }: Element): boolean {
  if (role !== 'Text' || interactive || level !== undefined || name.length > maxLength) return false;
  return /[.!](?:\s|$)/.test(name) && resultWords.test(name);
}
