import { posix } from 'node:path';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { contains } from '../../../core/geometry.js';
import { type Execution, performCall } from '../../calls.js';
import { pressKey } from '../../executor/element-calls.js';
import { describeDialog, newDialog, startConfirmation, windowTitles } from '../../executor/pending-confirmation.js';
import type { InstructionOf } from '../../instruction.js';
import { isFileManager } from '../../resolver/program-windows.js';
import { isField } from '../../resolver/purpose.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';

/** Opens a folder in a file manager with Control+L. The window title then shows the name of the folder. */
export async function* goToFolder(step: Step, path: string): Execution {
  const folder = posix.basename(path).normalize();
  const isThere = (): true | undefined =>
    windowTitles(step).some((title) => isTitleOf(title, folder)) ? true : undefined;
  if (isThere() && textFields(step).some(({ value = '' }) => value.replace(/(?<=.)\/$/u, '') === path)) return;
  const confirmation = startConfirmation(step);
  yield* pressKey(step, 'Control+L opens the location field.', 'Control+L');
  const field = await waitUntil(step, () => locationField(step, confirmation.idsBefore));
  if (!field)
    throw new HandrailError(
      'not_found',
      `"${step.clause}": Control+L opens the location field of a file manager; no field appeared.`,
      'Open a file manager first, or state in the task how to open the folder.',
    );
  yield* performCall(step, `${field.id} is the location field.`, 'type', {
    selector: field.id,
    text: path,
    clear: true,
  });
  yield* pressKey(step, 'Enter opens the folder.', 'Enter');
  if (folder === '' || folder === '~') return; // the titles of these folders differ
  if (await waitUntil(step, isThere)) return;
  const dialog = newDialog(step, confirmation);
  throw new HandrailError(
    'not_found',
    `"${step.clause}": the program did not open ${path}: ${dialog ? describeDialog(step, dialog) : `its window title is "${step.screen.turn.observation.title ?? ''}".`}`,
    'Check the path.',
  );
}

/** "Files - Thunar" is the title of the folder "Files". */
function isTitleOf(title: string, folder: string): boolean {
  return title === folder || /^\s+[-–—]\s/u.test(title.startsWith(folder) ? title.slice(folder.length) : '');
}

/** The location field: a new field, the focused field, or a field that shows a path. */
function locationField(step: Step, before: ReadonlySet<string>): Element | undefined {
  const lines = textFields(step);
  return (
    lines.find(({ id }) => !before.has(id)) ??
    lines.find(({ states }) => states.includes('focused')) ??
    lines.find(({ value = '' }) => /^(?:\/|file:|~)/u.test(value))
  );
}

function textFields({ screen: { turn } }: Step): Element[] {
  return turn.observation.elements.filter(
    (one) => isField(one) && !one.states.includes('multiline') && !one.states.includes('readonly'),
  );
}

/** "Go to /srv/files" in a file manager. Returns undefined for other targets and other programs. */
export function goToNamedFolder(step: Step, { target }: InstructionOf<'open'>): Execution | undefined {
  const path = /^(?:the\s+(?:folder|directory)\s+)?["“]?((?:\/|~(?:\/|$)).*?)\/?["”]?$/iu.exec(target.trim())?.[1];
  const isFolder = /^(?:go|navigate|browse|change|switch|move)\b|\b(?:folder|directory)\b/iu.test(step.clause.trim());
  return path !== undefined && isFolder && isFileManager(step) ? goToFolder(step, path || '/') : undefined;
}

/** Thunar's icon view has no accessible items. Switches to the list view with Control+2. */
export async function* switchToListView(step: Step): Execution {
  const { app, elements } = step.screen.turn.observation;
  const pane = elements.find(({ kind }) => kind === 'directory pane');
  if (!pane || !/^thunar\b/iu.test(app ?? '')) return;
  const isListed = elements.some(
    ({ id, role, bounds }) => id !== pane.id && /^(?:TableCell|Table)$/u.test(role) && contains(pane.bounds, bounds),
  );
  if (isListed) return;
  yield* pressKey(step, 'The icon view has no accessible items: Control+2 switches to the list view.', 'Control+2');
}
