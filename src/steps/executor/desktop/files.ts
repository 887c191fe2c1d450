import { posix } from 'node:path';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { contains } from '../../../core/geometry.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isFileManager } from '../../resolver/program-windows.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { pressKey } from '../element-calls.js';
import {
  awaitConfirmation,
  awaitFileWritten,
  describeDialog,
  markAnswered,
  newDialog,
  startConfirmation,
  windowTitles,
} from '../pending-confirmation.js';

/** "Go to /srv/files" in a file manager. Returns undefined for other targets and other programs. */
export function goToNamedFolder(step: Step, { target }: InstructionOf<'open'>): Execution | undefined {
  const path = /^(?:the\s+(?:folder|directory)\s+)?["“]?((?:\/|~(?:\/|$)).*?)\/?["”]?$/iu.exec(target.trim())?.[1];
  const isFolder = /^(?:go|navigate|browse|change|switch|move)\b|\b(?:folder|directory)\b/iu.test(step.clause.trim());
  return path !== undefined && isFolder && isFileManager(step) ? goToFolder(step, path || '/') : undefined;
}

/** Opens a folder in a file manager with Control+L. The window title then shows the name of the folder. */
async function* goToFolder(step: Step, path: string): Execution {
  const folder = posix.basename(path).normalize();
  const isShown = (): true | undefined =>
    windowTitles(step).some((title) => title === folder || /^\s+[-–—]\s/u.test(title.replace(folder, ''))) || undefined;
  const confirmation = startConfirmation(step);
  yield* pressKey(step, 'Control+L opens the location field.', 'Control+L');
  const field = await waitUntil(step, () => {
    const fields = textFields(step);
    return (
      fields.find(({ id }) => !confirmation.idsBefore.has(id)) ??
      fields.find(({ states }) => states.includes('focused')) ??
      fields.find(({ value = '' }) => /^(?:\/|file:|~)/u.test(value))
    );
  });
  if (!field) throw missingField(step, 'Control+L opens the location field of a file manager');
  const input = { selector: field.id, text: path, clear: true, submit: true };
  yield* performCall(step, `${field.id} is the location field.`, 'type', input);
  if (folder === '' || folder === '~' || (await waitUntil(step, isShown))) return; // home and root have other titles
  const dialog = newDialog(step, confirmation);
  const title = `its window title is "${step.screen.turn.observation.title ?? ''}".`;
  throw new HandrailError(
    'not_found',
    `"${step.clause}": the program did not open ${path}: ${dialog ? describeDialog(step, dialog) : title}`,
    'Check the path.',
  );
}

function missingField({ clause }: Step, what: string): HandrailError {
  return new HandrailError(
    'not_found',
    `"${clause}": ${what}; no field appeared.`,
    'State in the task which menu item or button does it, and then what to type.',
  );
}

function textFields({ screen: { turn } }: Step): Element[] {
  return turn.observation.elements.filter(
    (one) => isField(one) && !one.states.includes('multiline') && !one.states.includes('readonly'),
  );
}

/** Presses a shortcut that asks for a name, and enters the name: of a new folder, of a file, of the selected item. */
export async function* enterName(step: Step, { keys, name }: InstructionOf<'enter_name'>): Execution {
  const text = await resolveValue(step, name);
  const file = posix.basename(text).normalize();
  const isShown = (): boolean =>
    windowTitles(step).some((title) => title.includes(file)) ||
    step.screen.turn.observation.elements.some(
      (one) => !isField(one) && one.role !== 'Dialog' && one.name.includes(file),
    );
  const wasShown = isShown();
  const confirmation = startConfirmation(step, () => !wasShown && isShown());
  yield* pressKey(step, `${keys} asks for a name.`, keys);
  const field = await waitUntil(step, () => {
    const added = textFields(step).filter(({ id }) => !confirmation.idsBefore.has(id));
    const focused = added.find(({ states }) => states.includes('focused'));
    return focused ?? single(added) ?? single(added.filter((one) => /\bname\b/iu.test(one.name)));
  });
  if (!field) throw missingField(step, `${keys} asks for a name in most programs`);
  const dialog = newDialog(step, confirmation);
  const input = { selector: field.id, text, clear: true, submit: true };
  yield* performCall(step, `${field.id} "${field.name}" is the field for the name.`, 'type', input);
  if (dialog) markAnswered(step, confirmation, dialog);
  yield* awaitFileWritten(step, confirmation);
  step.discourse.target = { phrase: `"${file}"` };
}

const document =
  /^(?:the|this|my|your)\s+(?:new\s+|current\s+|text\s+)?(?:file|document|text|sheet|spreadsheet|workbook|note|changes|work)$/iu;

/** "Save the document". Returns undefined when something else is to be saved. Throws when it is not clear which part is a name. */
export function saveDocument(step: Step, { verb, what }: InstructionOf<'press_named_control'>): Execution | undefined {
  if (verb === 'save' && document.test(what)) return saveWithKeys(step);
  const isFolder =
    /^(?:make|create|add)$/iu.test(verb) && /\b(?:folders?|director(?:y|ies)|files?)\b/iu.test(step.clause);
  if (!isFolder && !(verb === 'save' && /\s(?:as|under|to|into|in)\s/iu.test(` ${what}`))) return undefined;
  throw new HandrailError(
    'not_understood',
    `"${step.clause}" is not understood: it is not clear which part is the name.`,
    'Write: Create a folder named "Plans" in /srv/files. Type "Buy milk" into the document. Save it as "/srv/files/plan.txt".',
  );
}

/** Saves with Control+S. The program may ask for a name. */
export async function* saveWithKeys(step: Step): Execution {
  const confirmation = startConfirmation(step);
  yield* pressKey(step, `"${step.clause}" is Control+S.`, 'Control+S');
  yield* awaitConfirmation(step, confirmation);
}

/** Thunar's icon view has no accessible items. Switches to the list view with Control+2. */
export async function* switchToListView(step: Step): Execution {
  const { app, elements } = step.screen.turn.observation;
  const pane = elements.find(({ kind }) => kind === 'directory pane');
  const isListed = ({ id, role, bounds }: Element): boolean =>
    id !== pane?.id && /^(?:TableCell|Table)$/u.test(role) && pane !== undefined && contains(pane.bounds, bounds);
  if (!pane || !/^thunar\b/iu.test(app ?? '') || elements.some(isListed)) return;
  yield* pressKey(step, 'The icon view has no accessible items: Control+2 switches to the list view.', 'Control+2');
}
