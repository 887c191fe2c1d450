import { posix } from 'node:path';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import { valueText } from '../../executor/browser/fields.js';
import {
  beginErrand,
  isAnsweredAlready,
  noteAnswered,
  outcomeOf,
  type PendingConfirmation,
  seeThrough,
  seeWritten,
  standing,
  told,
  windowTitles,
} from '../../executor/pending-confirmation.js';
import type { Instruction } from '../../instruction.js';
import { awaitThing, find } from '../../resolver/find.js';
import { tell } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';
import { goToFolder } from './open-folder.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** File managers make a folder with Control+Shift+N, and ask for its name. */
export async function* newFolder(world: ExecutionState, { name, place, words }: Of<'new_folder'>): Script {
  const said = await valueText(world, name);
  const isPath = place === undefined && /^[/~].*[^/]$/u.test(said);
  const folder = isPath ? posix.dirname(said) : place;
  const text = isPath ? posix.basename(said) : said;
  if (folder !== undefined) yield* goToFolder(world, folder, words);
  const errand = beginErrand(world, words, () => isListed(world, text));
  yield* giveName(world, text, errand, { key: 'Control+Shift+N', what: 'makes a folder' });
  yield* seeWritten(world, errand);
  world.last = { phrase: `"${text}"` };
}

function isListed({ turn }: ExecutionState, name: string): boolean {
  return turn.observation.elements.some((one) => !isField(one) && one.name.includes(name) && one.role !== 'Dialog');
}

/** File managers rename what is selected with F2. */
export async function* renameThing(world: ExecutionState, { what, to, words }: Of<'rename'>): Script {
  const text = await valueText(world, to);
  const thing = yield* find(world, what, { kind: 'item' });
  const input = { selector: thing.element.id };
  yield* perform(world, words, `${tell(what, thing)} Selecting it.`, { tool: 'click', input });
  const errand = beginErrand(world, words, () => isListed(world, text));
  yield* giveName(world, text, errand, { key: 'F2', what: 'renames what is selected' });
  yield* seeWritten(world, errand);
  world.last = { phrase: `"${text}"` };
}

/** Programs save under a name with Control+Shift+S. */
export async function* saveAs(world: ExecutionState, { name, place, words }: Of<'save_as'>): Script {
  const said = await valueText(world, name);
  const text = place === undefined ? said : posix.join(place, said);
  const file = posix.basename(text).normalize();
  const wasNamed = windowTitles(world).some((title) => title.includes(file));
  const isNamed = (): boolean => !wasNamed && windowTitles(world).some((title) => title.includes(file));
  const errand = beginErrand(world, words, isNamed);
  yield* giveName(world, text, errand, { key: 'Control+Shift+S', what: 'saves under a name' });
  yield* seeWritten(world, errand);
}

/** Presses what asks for a name, and gives it in the field that comes with it. */
async function* giveName(
  world: ExecutionState,
  text: string,
  errand: PendingConfirmation,
  by: { key: string; what: string },
): Script {
  const { words } = errand;
  yield* perform(world, words, `${by.key} ${by.what}.`, { tool: 'press_key', input: { key: by.key } });
  const field = yield* awaitThing(world, 'The question for a name', () => nameField(world, errand.before));
  if (!field)
    throw new HandrailError(
      'not_found',
      `"${words}": ${by.key} ${by.what} in most programs; here nothing asked for a name.`,
      'Say which menu item or button does it, and then what to type.',
    );
  const dialog = standing(world, errand);
  yield* perform(world, words, `${field.id} "${field.name}" asks for the name.`, {
    tool: 'type',
    input: { selector: field.id, text, clear: true },
  });
  yield* perform(world, words, 'Enter takes it.', { tool: 'press_key', input: { key: 'Enter' } });
  if (dialog) noteAnswered(world, errand, dialog);
}

/** Of the lines that are new on the screen: the one with the focus, the only one, or the one that is called so. */
function nameField(world: ExecutionState, before: ReadonlySet<string>): Element | undefined {
  const fields = world.turn.observation.elements.filter(
    (one) =>
      isField(one) && !before.has(one.id) && !one.states.includes('readonly') && !one.states.includes('multiline'),
  );
  const [only] = fields;
  const named = fields.filter(({ name }) => /\bname\b/iu.test(name));
  return (
    fields.find(({ states }) => states.includes('focused')) ??
    (fields.length === 1 ? only : named.length === 1 ? named[0] : undefined)
  );
}

type Answers = readonly (readonly [button: RegExp, dialog: RegExp])[];

/** The buttons that say yes, the plainest first. Of two formats, the one that the name was given in is kept, with the options it has. */
const agreeing: Readonly<Record<Of<'agree'>['to'], Answers>> = {
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

/** Answers the question that was expected, and what follows from it; nothing where none was asked. */
export async function* agree(world: ExecutionState, { to, words }: Of<'agree'>): Script {
  const errand = world.errand ?? { ...beginErrand(world, words), before: new Set<string>() };
  world.errand = undefined;
  let dialog = standing(world, errand);
  for (let button = buttonFor(world, to, dialog); dialog && button; button = buttonFor(world, to, dialog)) {
    noteAnswered(world, errand, dialog);
    yield* perform(world, words, `${told(world, dialog)} ${button.id} "${button.name}" is the answer.`, {
      tool: 'click',
      input: { selector: button.id },
    });
    dialog = yield* outcomeOf(world, errand);
    if (dialog && isAnsweredAlready(world, errand, dialog)) break;
  }
  if (dialog) yield* seeThrough(world, errand);
}

function buttonFor({ turn }: ExecutionState, to: Of<'agree'>['to'], dialog: Element | undefined): Element | undefined {
  if (!dialog) return undefined;
  const buttons = turn.observation.elements.filter(({ role, frame }) => role === 'Button' && frame === dialog.frame);
  return agreeing[to]
    .map(([form, of]) => (of.test(dialog.name) ? buttons.find(({ name }) => form.test(name.trim())) : undefined))
    .find(Boolean);
}
