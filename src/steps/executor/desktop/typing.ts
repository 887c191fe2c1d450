import type { Element } from '../../../core/element.js';
import type { Tab } from '../../../core/observation.js';
import { type Execution, performCall } from '../../calls.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { programName, windowsNamed } from '../../resolver/program-windows.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget } from '../../resolver/target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { typeText } from '../browser/fields.js';
import { pressKey } from '../element-calls.js';
import { resolveCell, typeIntoCell } from './cells.js';
import { focusWindow } from './switch-window.js';

type Typing = InstructionOf<'type'>;

const documentWords =
  /^(?:(?:text\s+|empty\s+|new\s+|open\s+)?(?:document|editor|file|page|note)|text(?:\s*-?\s*area)?|(?:main|current|active|open)?\s*window)$/iu;
const terminalWords = /^(?:terminal|console|shell|(?:command\s*|shell\s+)?(?:line|prompt)|xterm)(?:\s+emulator)?$/iu;

/** Types into a cell, a field or a window. Without a target, or with only a window as target, the keys go to the active window. */
export async function* typeOnDesktop(step: Step, instruction: Typing): Execution {
  const { target } = instruction;
  if (target === undefined) return yield* typeIntoWindow(step, instruction);
  const cell = yield* resolveCell(step, target);
  if (cell !== undefined) return yield* typeIntoCell(step, cell, instruction.value);
  const window = yield* targetWindow(step, target);
  if (!window) return yield* typeText(step, instruction);
  if (window !== 'in use') yield* focusWindow(step, window);
  yield* typeIntoWindow(step, instruction, isDocument(target) || instruction.append ? textArea(step) : undefined);
}

/** Whether a phrase means the whole document. */
export function isDocument(phrase: string): boolean {
  return documentWords.test(programName(phrase));
}

/** "the terminal", "the document", "Mousepad": the window that a phrase names. Returns undefined when a field has that name. */
async function* targetWindow(step: Step, phrase: string): Execution<Tab | 'in use' | undefined> {
  const name = programName(phrase);
  const isNamed = async (): Promise<boolean> => (await matchTarget(step, phrase, 'field')).one !== undefined;
  if (isDocument(phrase)) {
    const area = await waitUntil(step, async () => textArea(step) ?? ((await isNamed()) || undefined));
    const isWindow = /\bwindow$/iu.test(name);
    return area === true || (area === undefined && !isWindow) ? undefined : 'in use';
  }
  const named = async (): Promise<Tab | undefined> => {
    const found = windowsNamed(step, phrase);
    return found.find(({ active }) => active) ?? found[0];
  };
  const window = terminalWords.test(name) ? await waitUntil(step, named) : await named();
  return window && !(await isNamed()) ? window : undefined;
}

/** The largest multi-line field of the window. */
export function textArea({ screen: { turn } }: Step): Element | undefined {
  const size = ({ bounds }: Element): number => bounds.width * bounds.height;
  return turn.observation.elements
    .filter((one) => isField(one) && one.states.includes('multiline') && !one.states.includes('readonly'))
    .sort((one, other) => size(other) - size(one))[0];
}

async function* typeIntoWindow(step: Step, instruction: Typing, wanted?: Element): Execution {
  const { value } = instruction;
  const text = await resolveValue(step, value);
  const fields = step.screen.turn.observation.elements.filter(
    (one) => isField(one) && !one.states.includes('readonly'),
  );
  const focused = wanted ? undefined : fields.find(({ states }) => states.includes('focused'));
  const [only] = fields;
  const goal =
    wanted ??
    (instruction.replace ? (focused ?? textArea(step)) : undefined) ??
    (focused || fields.length > 1 ? undefined : only);
  const why = goal
    ? `${goal.id} ${goal.role} "${goal.name}" is the ${goal === wanted ? 'document' : 'field'}.`
    : focused
      ? `${focused.id} ${focused.role} "${focused.name}" has the focus.`
      : 'Typing into the focused element.';
  if (instruction.append && goal)
    yield* performCall(step, `${why} Moving to its end.`, 'press_key', { key: 'Control+End', selector: goal.id });
  const input = {
    text,
    selector: goal?.id,
    clear: goal && instruction.replace,
  };
  yield* performCall(step, why, 'type', input);
  if (instruction.submit && !isEnter(step.next)) yield* pressKey(step, 'Enter confirms it.', 'Enter');
}

function isEnter(next: Instruction | undefined): boolean {
  return next?.kind === 'press_key' && next.keys === 'Enter';
}
