import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import type { PageDocument } from '../frames/page-document.js';
import type { ActionContext, ActionOf, ElementReference } from './action-context.js';
import { refuseUnlessEdited } from './edit-result.js';
import { recordedDocuments, staleElement } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

type SelectText = ActionOf<'select_text'>;

/** Selects words that occur exactly once on the page, or in the target. */
export async function prepareSelectText(context: ActionContext, action: SelectText): Promise<PreparedAction> {
  const { targets, limits, signal } = context;
  const { text, target } = action;
  const container: ElementReference | undefined = target && (await targets.resolve(target.element));
  const documents = container ? [container.document] : await targets.documents();
  const found: PageDocument[] = [];
  for (const document of documents) {
    const count = await document.call(
      'countText',
      { text, number: container?.number },
      limits.observeTimeoutMs,
      signal,
    );
    if (count === undefined && target) throw staleElement(target.element);
    found.push(...Array.from({ length: count ?? 0 }, () => document));
  }
  const [document] = found;
  if (!document) throw notFound(action);
  if (found.length > 1) throw ambiguous(action, found.length);
  const changes: Change[] = [];
  const execute = async (): Promise<void> => {
    const result = await document.call(
      'selectText',
      { text, number: container?.number },
      limits.observeTimeoutMs,
      signal,
    );
    refuseUnlessEdited(result);
    if (result.ok) changes.push({ kind: 'selection', text: result.after });
  };
  return preparedAction(execute, { documents: await recordedDocuments(context, document), changes });
}

function notFound({ text, target }: SelectText): HandrailError {
  return new HandrailError(
    'not_found',
    `The text ${JSON.stringify(text.slice(0, 80))} is not ${target ? `in ${target.element}` : 'on the page'}.`,
    'Read the page, and pass the exact words in their order.',
  );
}

function ambiguous({ text, target }: SelectText, count: number): HandrailError {
  return new HandrailError(
    'ambiguous',
    `The text ${JSON.stringify(text.slice(0, 80))} occurs ${count} times ${target ? `in ${target.element}` : 'on the page'}.`,
    'Pass more of the words around it, or the element that contains it.',
  );
}
