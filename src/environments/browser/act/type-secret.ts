import { HandrailError } from '../../../core/errors.js';
import { parseKeys } from '../../../core/keys/keys.js';
import type { PageDocument } from '../frames/page-document.js';
import type { ActionContext, ActionOf } from './action-context.js';
import { refuseUnlessEdited } from './edit-result.js';
import { ActionRefused } from './prepared-action.js';

/**
 * Replaces the references to secrets in a text and inserts it into a field. The document that owns the field decides whether it may have
 * them, and nothing is typed by keys: another frame can take the focus.
 */
export async function typeSecret(
  { secrets, input, limits, signal }: ActionContext,
  { text, clear = false, submit }: ActionOf<'type'>,
  document: PageDocument,
  number: number | undefined,
): Promise<void> {
  if (!secrets) throw new ActionRefused('unknown_secret', 'This session has no secrets. Nothing was typed.');
  const place = await document.call('describeSecretPlace', { number }, limits.observeTimeoutMs, signal);
  const value = fill(() => secrets.fill(text, place));
  const insert = async (part: string, field: number | undefined): Promise<void> => {
    const request = { number: field, text: part, clear, place };
    refuseUnlessEdited(await document.call('insertSecret', request, limits.observeTimeoutMs, signal));
  };
  if (place.isOneCharacter && value.length > 1) {
    // The page moves the focus to the next box.
    for (const [index, character] of [...value].entries()) await insert(character, index === 0 ? number : undefined);
  } else await insert(value, number);
  if (submit) await input.pressChord(parseKeys('Enter'));
}

/** Before anything was typed, an error means that nothing was done. */
function fill(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HandrailError)) throw error;
    const { code, message, hint } = error.fault;
    throw new ActionRefused(code, message, hint);
  }
}
