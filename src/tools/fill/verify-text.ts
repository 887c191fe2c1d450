import { readDate } from '../../core/dates/calendar-date.js';
import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { mask } from '../../journal/redaction/secret-mask.js';
import type { ToolContext } from '../context.js';
import { statesDate } from './calendar.js';
import type { FieldFacts } from './field-kind.js';
import { readAttributes } from './option-list.js';

const textTypes = /^(?:|text|search|url|tel|email)$/;
/** The page reads back at most this much of a value. */
const maxComparedCharacters = 10_000;

/**
 * Reads a text field back and compares it with the text that it was given. A field may format the text: only letters and digits count, and
 * a date may be in another format. Throws `expectation_failed` if the field contains something else.
 */
export async function verifyText(
  context: ToolContext,
  id: ElementId,
  { tag, attributes }: FieldFacts,
  wanted: string,
): Promise<void> {
  const isTextField = tag === 'textarea' || (tag === 'input' && textTypes.test((attributes.type ?? '').toLowerCase()));
  if (!isTextField || wanted.length > maxComparedCharacters) return;
  const facts = await readAttributes(context, id);
  // A field that the page replaced or removed has no value that could be compared.
  if (!facts) return;
  const shown = facts.attributes.value ?? '';
  // Nobody reads what a field for secrets contains.
  if (shown === mask) return;
  if (holdsText(shown, wanted, tag === 'textarea') && !isAppended(shown, wanted, attributes.value ?? '')) return;
  throw new HandrailError(
    'expectation_failed',
    `${id} contains ${quote(shown)} instead of ${quote(wanted)}.`,
    'Observe the field. It may need another format, or it limits its text.',
  );
}

export function holdsText(shown: string, wanted: string, hasLines = false): boolean {
  const date = readDate(wanted);
  if (date && statesDate(shown, date)) return true;
  if (hasLines && wanted.includes('\t') && !shown.includes('\t')) return false;
  const [has, wants] = [plainCharacters(shown), plainCharacters(wanted)];
  if (wants === '') return has === '';
  return has.includes(wants) || (wanted.trim() !== '' && Number(shown) === Number(wanted));
}

/** Whether the old text is still there beside the new one. */
function isAppended(shown: string, wanted: string, old: string): boolean {
  const [has, wants, had] = [plainCharacters(shown), plainCharacters(wanted), plainCharacters(old)];
  return had !== '' && has.length >= had.length + wants.length && has.includes(had);
}

/** Letters and digits only: fields insert separators, spaces and currency signs. */
function plainCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const maxQuotedCharacters = 80;

function quote(text: string): string {
  return JSON.stringify(text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters)}…` : text);
}
