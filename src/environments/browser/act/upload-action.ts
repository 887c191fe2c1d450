import { HandrailError } from '../../../core/errors.js';
import type { ActionContext, ActionOf } from './action-context.js';
import { ensureEdited } from './edit-result.js';
import { recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';
import { resolveUploadPaths } from './upload-paths.js';

/** Gives files to a file field, or to the open file chooser. */
export async function prepareUpload(context: ActionContext, action: ActionOf<'upload'>): Promise<PreparedAction> {
  const paths = await resolveUploadPaths(action.paths, context.uploadFolders);
  if (!action.target) return answerChooser(context, paths);
  if (!('element' in action.target)) {
    throw new HandrailError('invalid_action', 'upload needs an element.', 'Pass { element: "el_N" } of a file field.');
  }
  const { targets, limits, signal } = context;
  const { document, number: given } = await targets.resolve(action.target.element);
  const number = (await document.call('findFileField', { number: given }, limits.observeTimeoutMs, signal)) ?? given;
  const field = await targets.openFileField({ document, number });
  if (!field) {
    throw new HandrailError(
      'not_editable',
      `${action.target.element} is not a file field.`,
      'Click it: when a file chooser opens, upload without a target.',
    );
  }
  checkCount(paths, field.multiple);
  const execute = async () => {
    if (paths.length === 0)
      return ensureEdited(await document.call('clearFiles', { number }, limits.observeTimeoutMs, signal));
    await document.call('startAction', undefined, limits.observeTimeoutMs);
    await field.setFiles(paths);
  };
  return preparedAction(execute, { documents: await recordedDocuments(context, document) });
}

async function answerChooser(context: ActionContext, paths: string[]): Promise<PreparedAction> {
  const { page } = context;
  const chooser = page.modal?.chooser;
  if (!chooser)
    throw new HandrailError(
      'no_modal',
      'No file chooser is open.',
      'Pass the file field as target, or click what opens the chooser.',
    );
  checkCount(paths, chooser.multiple);
  const execute = async () => {
    await chooser.setFiles(paths);
    page.modal = undefined;
  };
  return preparedAction(execute, { documents: await recordedDocuments(context), awaitsLateEffects: true });
}

function checkCount(paths: readonly string[], multiple: boolean): void {
  if (paths.length <= 1 || multiple) return;
  throw new HandrailError('invalid_action', 'The page accepts only one file.', 'Pass one path.');
}
