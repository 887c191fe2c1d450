import { posix } from 'node:path';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import { pressKey } from '../../executor/element-calls.js';
import {
  awaitConfirmation,
  awaitDialog,
  awaitFileWritten,
  describeDialog,
  markAnswered,
  newDialog,
  type PendingConfirmation,
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
import { goToFolder } from './open-folder.js';

/** Creates a folder. File managers use Control+Shift+N and ask for the name. */
export async function* newFolder(
  state: ExecutionState,
  { name, folder: given, clause }: InstructionOf<'new_folder'>,
): Execution {
  const value = await resolveValue(state, name);
  const isPath = given === undefined && /^[/~].*[^/]$/u.test(value);
  const folder = isPath ? posix.dirname(value) : given;
  const text = isPath ? posix.basename(value) : value;
  if (folder !== undefined) yield* goToFolder(state, folder, clause);
  const confirmation = startConfirmation(state, clause, () => isListed(state, text));
  yield* enterName(state, text, confirmation, { key: 'Control+Shift+N', what: 'creates a folder' });
  yield* awaitFileWritten(state, confirmation);
  state.lastTarget = { phrase: `"${text}"` };
}

function isListed({ turn }: ExecutionState, name: string): boolean {
  return turn.observation.elements.some((one) => !isField(one) && one.name.includes(name) && one.role !== 'Dialog');
}

/** Renames a file. File managers rename the selected file with F2. */
export async function* renameFile(state: ExecutionState, { what, to, clause }: InstructionOf<'rename'>): Execution {
  const text = await resolveValue(state, to);
  const item = yield* waitForTarget(state, what, 'item');
  const input = { selector: item.element.id };
  yield* performCall(state, clause, `${describeMatch(what, item)} Selecting it.`, { tool: 'click', input });
  const confirmation = startConfirmation(state, clause, () => isListed(state, text));
  yield* enterName(state, text, confirmation, { key: 'F2', what: 'renames the selected item' });
  yield* awaitFileWritten(state, confirmation);
  state.lastTarget = { phrase: `"${text}"` };
}

/** Saves under a name with Control+Shift+S. */
export async function* saveAs(state: ExecutionState, { name, folder, clause }: InstructionOf<'save_as'>): Execution {
  const value = await resolveValue(state, name);
  const text = folder === undefined ? value : posix.join(folder, value);
  const file = posix.basename(text).normalize();
  const wasNamed = windowTitles(state).some((title) => title.includes(file));
  const isNamed = (): boolean => !wasNamed && windowTitles(state).some((title) => title.includes(file));
  const confirmation = startConfirmation(state, clause, isNamed);
  yield* enterName(state, text, confirmation, { key: 'Control+Shift+S', what: 'saves under a new name' });
  yield* awaitFileWritten(state, confirmation);
}

/** Presses a shortcut that asks for a name, and enters the name. */
async function* enterName(
  state: ExecutionState,
  text: string,
  confirmation: PendingConfirmation,
  shortcut: { key: string; what: string },
): Execution {
  const { clause } = confirmation;
  yield* performCall(state, clause, `${shortcut.key} ${shortcut.what}.`, {
    tool: 'press_key',
    input: { key: shortcut.key },
  });
  const field = await waitUntil(state, () => nameField(state, confirmation.idsBefore));
  if (!field)
    throw new HandrailError(
      'not_found',
      `"${clause}": ${shortcut.key} ${shortcut.what} in most programs; no field for a name appeared.`,
      'State in the task which menu item or button does it, and then what to type.',
    );
  const dialog = newDialog(state, confirmation);
  yield* performCall(state, clause, `${field.id} "${field.name}" is the field for the name.`, {
    tool: 'type',
    input: { selector: field.id, text, clear: true },
  });
  yield* pressKey(state, clause, 'Enter confirms it.', 'Enter');
  if (dialog) markAnswered(state, confirmation, dialog);
}

/** Of the new single-line fields: the focused one, the only one, or the one called "name". */
function nameField(state: ExecutionState, before: ReadonlySet<string>): Element | undefined {
  const fields = state.turn.observation.elements.filter(
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
export async function* confirmSave(state: ExecutionState, { to, clause }: InstructionOf<'confirm_save'>): Execution {
  const confirmation = state.pendingConfirmation ?? {
    ...startConfirmation(state, clause),
    idsBefore: new Set<string>(),
  };
  state.pendingConfirmation = undefined;
  let dialog = newDialog(state, confirmation);
  for (
    let button = confirmingButton(state, to, dialog);
    dialog && button;
    button = confirmingButton(state, to, dialog)
  ) {
    markAnswered(state, confirmation, dialog);
    yield* performCall(state, clause, `${describeDialog(state, dialog)} ${button.id} "${button.name}" is the answer.`, {
      tool: 'click',
      input: { selector: button.id },
    });
    dialog = yield* awaitDialog(state, confirmation);
    if (dialog && wasAnswered(state, confirmation, dialog)) break;
  }
  if (dialog) yield* awaitConfirmation(state, confirmation);
}

function confirmingButton(
  { turn }: ExecutionState,
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
export function saveDocument(
  state: ExecutionState,
  { verb, what, clause }: InstructionOf<'press_named_control'>,
): Execution | undefined {
  return verb === 'save' && documentNouns.test(what) ? saveWithKeys(state, clause) : undefined;
}

/** Saves with Control+S. The program may ask for a name. */
export async function* saveWithKeys(state: ExecutionState, clause: string): Execution {
  const confirmation = startConfirmation(state, clause);
  yield* pressKey(state, clause, `"${clause}" is Control+S.`, 'Control+S');
  yield* awaitConfirmation(state, confirmation);
}

/** Refuses a clause about files that has no clear name, so that it does not become a click on some button. */
export function refuseUnclearName({ verb, what, clause }: InstructionOf<'press_named_control'>): void {
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
