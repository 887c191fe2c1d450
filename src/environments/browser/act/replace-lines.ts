import { HandrailError } from '../../../core/errors.js';
import type { PageDocument } from '../frames/page-document.js';
import type { ActionContext } from './action-context.js';
import { describeDifference } from './editor-content.js';

/**
 * Replaces the selected text of the focused text area by several lines, in one step: pages react to the Enter key, for example with list
 * marks or by sending a message. Throws `expectation_failed` if the text area contains other lines afterwards.
 */
export async function replaceLines(context: ActionContext, document: PageDocument, text: string): Promise<void> {
  const { input, limits, signal } = context;
  const wanted = text.replace(/\r\n?/g, '\n');
  await input.insertText(wanted);
  const content = await document.call('readTextArea', undefined, limits.actionTimeoutMs, signal);
  // A page may replace the field or move the focus. Then there is nothing to compare with.
  if (content === undefined || content.trimEnd() === wanted.trimEnd()) return;
  throw new HandrailError(
    'expectation_failed',
    `The field does not contain the text that was entered. ${describeDifference(content, wanted)}`,
    'Read the field. The page changes or limits what is entered.',
  );
}
