import type { Element } from '../../core/element.js';
import type { Tab } from '../../core/observation.js';
import { cellNamed, typeIntoCell } from './do-cells.js';
import { type as typeIntoField, valueText } from './do-fields.js';
import { programName, useWindow, windowsNamed } from './do-programs.js';
import { awaitThing } from './find.js';
import type { Instruction } from './instruction.js';
import { lookFor } from './target.js';
import { isField } from './want.js';
import { perform, type Script, type World } from './world.js';

type Typing = Extract<Instruction, { do: 'type' }>;

const document = /^(?:document|(?:text\s+)?editor|text(?:\s*-?\s*area)?|page|file|note|sheet\s+of\s+paper)$/iu;
const terminal = /^(?:terminal|console|shell|command\s*(?:line|prompt))(?:\s+emulator)?$/iu;

/** Where nothing is named, or all that is named is the window, keys go to the window in use, as they would for a person. */
export async function* typeInto(world: World, step: Typing): Script {
  const { target } = step;
  if (target === undefined) return yield* typeHere(world, step);
  const cell = cellNamed(world, target);
  if (cell !== undefined) return yield* typeIntoCell(world, cell, step.value, step.words);
  const window = yield* windowMeant(world, target);
  if (!window) return yield* typeIntoField(world, step);
  if (window !== 'in use') yield* useWindow(world, window, step.words);
  return yield* typeHere(world, step, document.test(programName(target)) ? textArea(world) : undefined);
}

/** "the terminal", "the document", "Mousepad": the window that is meant, where no field is called so. */
async function* windowMeant(world: World, phrase: string): Script<Tab | 'in use' | undefined> {
  const name = programName(phrase);
  const isField = async (): Promise<boolean> => (await lookFor(world, phrase, { kind: 'field' })).one !== undefined;
  if (document.test(name)) {
    const area = yield* awaitThing(world, phrase, async () => textArea(world) ?? ((await isField()) || undefined));
    return area === undefined || area === true ? undefined : 'in use';
  }
  const named = async (): Promise<Tab | undefined> => {
    const found = windowsNamed(world, phrase);
    return found.find(({ active }) => active) ?? found[0];
  };
  const window = terminal.test(name) ? yield* awaitThing(world, phrase, named) : await named();
  return window && !(await isField()) ? window : undefined;
}

/** The large field of a window: the only one of many lines, or the largest. */
function textArea({ turn }: World): Element | undefined {
  const size = ({ bounds }: Element): number => bounds.width * bounds.height;
  return turn.observation.elements
    .filter((one) => isField(one) && one.states.includes('multiline') && !one.states.includes('readonly'))
    .sort((one, other) => size(other) - size(one))[0];
}

async function* typeHere(world: World, { value, words }: Typing, wanted?: Element): Script {
  const text = await valueText(world, value);
  const fields = world.turn.observation.elements.filter((one) => isField(one) && !one.states.includes('readonly'));
  const focused = wanted ? undefined : fields.find(({ states }) => states.includes('focused'));
  const [only] = fields;
  const goal = wanted ?? (focused || fields.length > 1 ? undefined : only);
  const why = focused
    ? `${focused.id} ${focused.role} "${focused.name}" has the focus.`
    : goal
      ? `${goal.id} ${goal.role} "${goal.name}" is the ${wanted ? 'place for text' : 'only field'}.`
      : 'Typing where the focus is.';
  yield* perform(world, words, why, { tool: 'type', input: { text, ...(goal ? { selector: goal.id } : {}) } });
}
