import { posix } from 'node:path';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import { textArea, typeOnDesktop } from '../../executor/desktop/typing.js';
import { pressKey } from '../../executor/element-calls.js';
import {
  awaitConfirmation,
  awaitDialog,
  awaitFileWritten,
  describeDialog,
  markAnswered,
  newDialog,
  startConfirmation,
  wasAnswered,
  windowTitles,
} from '../../executor/pending-confirmation.js';
import type { InstructionOf } from '../../instruction.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { single } from '../../single.js';
import type { PendingQuestion, Step } from '../../step.js';
import { goToFolder } from './open-folder.js';

/** Creates a folder. File managers use Control+Shift+N and ask for the name. */
export async function* newFolder(step: Step, { name, folder: given }: InstructionOf<'new_folder'>): Execution {
  const value = await resolveValue(step, name);
  const isPath = given === undefined && /^[/~].*[^/]$/u.test(value);
  const folder = isPath ? posix.dirname(value) : given;
  const text = isPath ? posix.basename(value) : value;
  if (folder !== undefined) yield* goToFolder(step, folder);
  const confirmation = startConfirmation(step, () => isListed(step, text));
  yield* enterName(step, text, confirmation, { key: 'Control+Shift+N', what: 'creates a folder' });
  yield* awaitFileWritten(step, confirmation);
  step.discourse.target = { phrase: `"${text}"` };
}

function isListed({ screen: { turn } }: Step, name: string): boolean {
  return turn.observation.elements.some((one) => !isField(one) && one.name.includes(name) && one.role !== 'Dialog');
}

/** Renames a file. File managers rename the selected file with F2. */
export async function* renameFile(step: Step, { what, to }: InstructionOf<'rename'>): Execution {
  const text = await resolveValue(step, to);
  const item = yield* waitForTarget(step, what, 'item');
  const input = { selector: item.element.id };
  yield* performCall(step, `${describeMatch(what, item)} Selecting it.`, 'click', input);
  const confirmation = startConfirmation(step, () => isListed(step, text));
  yield* enterName(step, text, confirmation, { key: 'F2', what: 'renames the selected item' });
  yield* awaitFileWritten(step, confirmation);
  step.discourse.target = { phrase: `"${text}"` };
}

/** Saves under a name with Control+Shift+S. */
export async function* saveAs(step: Step, { name, folder }: InstructionOf<'save_as'>): Execution {
  const value = await resolveValue(step, name);
  const text = folder === undefined ? value : posix.join(folder, value);
  const file = posix.basename(text).normalize();
  const wasNamed = windowTitles(step).some((title) => title.includes(file));
  const isNamed = (): boolean => !wasNamed && windowTitles(step).some((title) => title.includes(file));
  const confirmation = startConfirmation(step, isNamed);
  yield* enterName(step, text, confirmation, { key: 'Control+Shift+S', what: 'saves under a new name' });
  yield* awaitFileWritten(step, confirmation);
}

/** Presses a shortcut that asks for a name, and enters the name. */
async function* enterName(
  step: Step,
  text: string,
  confirmation: PendingQuestion,
  shortcut: { key: string; what: string },
): Execution {
  yield* performCall(step, `${shortcut.key} ${shortcut.what}.`, 'press_key', { key: shortcut.key });
  const field = await waitUntil(step, () => nameField(step, confirmation.idsBefore));
  if (!field)
    throw new HandrailError(
      'not_found',
      `"${step.clause}": ${shortcut.key} ${shortcut.what} in most programs; no field for a name appeared.`,
      'State in the task which menu item or button does it, and then what to type.',
    );
  const dialog = newDialog(step, confirmation);
  yield* performCall(step, `${field.id} "${field.name}" is the field for the name.`, 'type', {
    selector: field.id,
    text,
    clear: true,
  });
  yield* pressKey(step, 'Enter confirms it.', 'Enter');
  if (dialog) markAnswered(step, confirmation, dialog);
}

/** Of the new single-line fields: the focused one, the only one, or the one called "name". */
function nameField(step: Step, before: ReadonlySet<string>): Element | undefined {
  const fields = step.screen.turn.observation.elements.filter(
    (one) =>
      isField(one) && !before.has(one.id) && !one.states.includes('readonly') && !one.states.includes('multiline'),
  );
  const [only] = fields;
  const named = fields.filter(({ name }) => /\bname\b/iu.test(name));
  return fields.find(({ states }) => states.includes('focused')) ?? (fields.length === 1 ? only : single(named));
}

type Answers = readonly (readonly [button: RegExp, dialog: RegExp])[];

/** The buttons that confirm, in order of preference. Of two formats, the format of the file name is kept, with its default options. */
const confirmingButtons: Readonly<Record<InstructionOf<'confirm_save'>['to'], Answers>> = {
  replace: [
    [/^(?:replace|overwrite)$/iu, /./u],
    [/^yes$/iu, /./u],
  ],
  keep: [
    [/^keep\b/iu, /./u],
    [/^use\s+(?!odf\b).*format/iu, /./u],
    [/^ok$/iu, /\b(?:export|filter|options)\b/iu],
  ],
};

/** Answers the expected question and the ones that follow. Does nothing when no question is open. */
export async function* confirmSave(step: Step, { to }: InstructionOf<'confirm_save'>): Execution {
  const confirmation = step.discourse.question ?? {
    ...startConfirmation(step),
    idsBefore: new Set<string>(),
  };
  step.discourse.question = undefined;
  let dialog = newDialog(step, confirmation);
  for (let button = confirmingButton(step, to, dialog); dialog && button; button = confirmingButton(step, to, dialog)) {
    markAnswered(step, confirmation, dialog);
    yield* performCall(step, `${describeDialog(step, dialog)} ${button.id} "${button.name}" is the answer.`, 'click', {
      selector: button.id,
    });
    dialog = yield* awaitDialog(step, confirmation);
    if (dialog && wasAnswered(step, confirmation, dialog)) break;
  }
  if (dialog) yield* awaitConfirmation(step, confirmation);
}

function confirmingButton(
  { screen: { turn } }: Step,
  to: InstructionOf<'confirm_save'>['to'],
  dialog: Element | undefined,
): Element | undefined {
  if (!dialog) return undefined;
  const buttons = turn.observation.elements.filter(({ role, frame }) => role === 'Button' && frame === dialog.frame);
  return confirmingButtons[to]
    .map(([label, dialogTitle]) =>
      dialogTitle.test(dialog.name) ? buttons.find(({ name }) => label.test(name.trim())) : undefined,
    )
    .find(Boolean);
}

const documentNouns =
  /^(?:the|this|my|your)\s+(?:new\s+|current\s+|text\s+)?(?:file|document|text|sheet|spreadsheet|workbook|note|changes|work)$/iu;

/** "Save the document". Returns undefined when something else is to be saved. */
export function saveDocument(step: Step, { verb, what }: InstructionOf<'press_named_control'>): Execution | undefined {
  return verb === 'save' && documentNouns.test(what) ? saveWithKeys(step) : undefined;
}

/** Saves with Control+S. The program may ask for a name. */
export async function* saveWithKeys(step: Step): Execution {
  const confirmation = startConfirmation(step);
  yield* pressKey(step, `"${step.clause}" is Control+S.`, 'Control+S');
  yield* awaitConfirmation(step, confirmation);
}

/** Refuses a step.clause about files that has no clear name, so that it does not become a click on some button. */
export function refuseUnclearName({ clause }: Step, { verb, what }: InstructionOf<'press_named_control'>): void {
  const isNaming =
    (/^(?:make|create|add)$/iu.test(verb) && /\b(?:folders?|director(?:y|ies)|files?)\b/iu.test(clause)) ||
    (/^save$/iu.test(verb) && /\s(?:as|under|to|into|in)\s/iu.test(` ${what}`));
  if (!isNaming) return;
  throw new HandrailError(
    'not_understood',
    `"${clause}" is not understood: it is not clear which part is the name.`,
    'Write: Create a folder named "Plans" in /srv/files. Save it as "/srv/files/plan.txt".',
  );
}

/** Writes a text in the active editor and saves it. Throws when the editor already has a text, which would be saved too. */
export async function* writeFile(step: Step, instruction: InstructionOf<'write_file'>): Execution {
  const { text } = instruction;
  const area = await waitUntil(step, () => textArea(step));
  if (!area)
    throw new HandrailError('not_found', `"${step.clause}": no window has a text area.`, 'Open a text editor first.');
  if ((area.value ?? '') !== '')
    throw new HandrailError(
      'expectation_failed',
      `"${step.clause}": ${area.id} already contains a text, which would be saved too.`,
      'Clear it first: Clear the document. Or write separate instructions: Type "…". Save it as "…".',
    );
  yield* typeOnDesktop(step, { kind: 'type', value: text, target: 'the document' });
  yield* saveAs(step, { ...instruction, kind: 'save_as' });
}
