import type { Element } from '../../../core/element.js';
import type { Tab } from '../../../core/observation.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { cellMeant, typeIntoCell } from '../../packs/sheets/cells.js';
import { awaitThing } from '../../resolver/find.js';
import { lookFor } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';
import { type as typeIntoField, valueText } from '../browser/fields.js';
import { programName, useWindow, windowsNamed } from './programs.js';

type Typing = Extract<Instruction, { do: 'type' }>;

const documentWords =
  /^(?:(?:text\s+|empty\s+|new\s+|open\s+)?(?:document|editor|file|page|note)|text(?:\s*-?\s*area)?|(?:main|current|active|open)?\s*window)$/iu;
const terminalWords = /^(?:terminal|console|shell|(?:command\s*|shell\s+)?(?:line|prompt)|xterm)(?:\s+emulator)?$/iu;

/** Where nothing is named, or all that is named is the window, keys go to the window in use, as they would for a person. */
export async function* typeInto(world: ExecutionState, step: Typing): Script {
  const { target, words } = step;
  if (target === undefined) return yield* typeHere(world, step);
  const cell = yield* cellMeant(world, target);
  if (cell !== undefined) return yield* typeIntoCell(world, cell, step.value, words);
  const window = yield* windowMeant(world, target);
  if (!window) return yield* typeIntoField(world, step);
  if (window !== 'in use') yield* useWindow(world, window, words);
  yield* typeHere(world, step, isDocument(target) || step.append ? textArea(world) : undefined);
}

/** Whether a phrase is a word for all there is to write in. */
export function isDocument(phrase: string): boolean {
  return documentWords.test(programName(phrase));
}

/** "the terminal", "the document", "Mousepad": the window that is meant, where no field is called so. */
async function* windowMeant(world: ExecutionState, phrase: string): Script<Tab | 'in use' | undefined> {
  const name = programName(phrase);
  const isNamed = async (): Promise<boolean> => (await lookFor(world, phrase, { kind: 'field' })).one !== undefined;
  if (isDocument(phrase)) {
    const area = yield* awaitThing(
      world,
      `"${phrase}"`,
      async () => textArea(world) ?? ((await isNamed()) || undefined),
    );
    if (area === undefined) world.acted = false; // it was waited for
    const isWindow = /\bwindow$/iu.test(name);
    return area === true || (area === undefined && !isWindow) ? undefined : 'in use';
  }
  const named = async (): Promise<Tab | undefined> => {
    const found = windowsNamed(world, phrase);
    return found.find(({ active }) => active) ?? found[0];
  };
  const window = terminalWords.test(name) ? yield* awaitThing(world, `"${phrase}"`, named) : await named();
  return window && !(await isNamed()) ? window : undefined;
}

/** The large field of a window: the only one of many lines, or the largest. */
export function textArea({ turn }: ExecutionState): Element | undefined {
  const size = ({ bounds }: Element): number => bounds.width * bounds.height;
  return turn.observation.elements
    .filter((one) => isField(one) && one.states.includes('multiline') && !one.states.includes('readonly'))
    .sort((one, other) => size(other) - size(one))[0];
}

async function* typeHere(world: ExecutionState, step: Typing, wanted?: Element): Script {
  const { value, words } = step;
  const text = await valueText(world, value);
  const fields = world.turn.observation.elements.filter((one) => isField(one) && !one.states.includes('readonly'));
  const focused = wanted ? undefined : fields.find(({ states }) => states.includes('focused'));
  const [only] = fields;
  const goal =
    wanted ??
    (step.replace ? (focused ?? textArea(world)) : undefined) ??
    (focused || fields.length > 1 ? undefined : only);
  const why = goal
    ? `${goal.id} ${goal.role} "${goal.name}" is the ${goal === wanted ? 'place for text' : 'field that is meant'}.`
    : focused
      ? `${focused.id} ${focused.role} "${focused.name}" has the focus.`
      : 'Typing where the focus is.';
  if (step.append && goal)
    yield* perform(world, words, `${why} Going to its end.`, {
      tool: 'press_key',
      input: { key: 'Control+End', selector: goal.id },
    });
  const input = { text, ...(goal ? { selector: goal.id } : {}), ...(goal && step.replace ? { clear: true } : {}) };
  yield* perform(world, words, why, { tool: 'type', input });
  if (step.submit && !isEnter(world.next))
    yield* perform(world, words, 'Enter takes it.', { tool: 'press_key', input: { key: 'Enter' } });
}

function isEnter(next: Instruction | undefined): boolean {
  return next?.do === 'press' && next.keys === 'Enter';
}
