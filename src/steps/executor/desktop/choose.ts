import { callError, type Execution, performCall, sendCalls } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isChoice } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { click, clickMatch, pressKey } from '../element-calls.js';
import { goToCell, isCellPhrase, resolveCell } from './cells.js';
import { isDocument, textArea } from './typing.js';

/** Sets a list to an option, or clicks the item, cell or row of that name. */
export async function* chooseOnDesktop(step: Step, { options, from }: InstructionOf<'choose'>): Execution {
  const isAll = options.length === 1 && /^all$/iu.test(options[0] ?? '') && from === undefined;
  if (isAll) return yield* pressKey(step, 'Control+A selects all.', 'Control+A');
  for (const option of options) {
    const list = from === undefined ? undefined : (await matchTarget(step, from, 'choice')).one;
    if (list && isChoice(list.element)) {
      const input = { selector: list.element.id, option };
      yield* performCall(step, `${describeMatch(from ?? '', list)} Choosing "${option}".`, 'select', input);
      continue;
    }
    const cell = yield* resolveCell(step, option);
    if (cell !== undefined) yield* goToCell(step, cell);
    else yield* clickMatch(step, option, yield* waitForTarget(step, `"${option}"`, 'click'));
  }
}

/** Chooses a menu item of a program. */
export async function* chooseWindowMenu(step: Step, { path }: InstructionOf<'choose_menu'>): Execution {
  const levels = path.map((level) => level.replace(/^["“]|["”]$/gu, ''));
  const [result] = yield* sendCalls(step, `Choosing ${levels.join(' > ')} from the menu.`, [
    { tool: 'choose_menu', input: { path: levels } },
  ]);
  if (!result || result.result.success) return;
  // Programs without a menu bar open menus with buttons, and some build a menu only when it opens.
  if (!/^(?:not_found|unsupported|unknown_option)$/.test(String(result.result.metadata.code)))
    throw callError(step, result);
  for (const level of levels) yield* clickMatch(step, level, yield* waitForTarget(step, `"${level}"`, 'click'));
}

const shown =
  /^(?:the\s+)?(?:calculator|(?:calculator['’]s\s+)?display|galculator|kcalc|input|screen|everything|all)$/iu;
const clearing = [/^(?:AC|all\s+clear)$/iu, /^(?:clear(?:\s+all)?|CLR|esc)$/iu, /^C$/u, /^CE$/iu];

/** Clears a calculator, a document, a cell or a field. */
export async function* clearOnDesktop(step: Step, { target }: InstructionOf<'clear'>): Execution {
  const { elements } = step.screen.turn.observation;
  const buttons = elements.filter(({ role }) => role === 'Button');
  const key = clearing.map((form) => buttons.find(({ name }) => form.test(name.trim()))).find(Boolean);
  if (key && shown.test(target.trim())) {
    yield* click(step, `${key.id} "${key.name}" clears it.`, key);
    return;
  }
  const cell = isCellPhrase(target) ? yield* resolveCell(step, target) : undefined;
  if (cell !== undefined) {
    yield* goToCell(step, cell);
    yield* pressKey(step, 'Delete clears the cell.', 'Delete');
    return;
  }
  const area = isDocument(target) ? textArea(step) : undefined;
  if (area) {
    yield* performCall(step, `${area.id} is the document.`, 'clear', { selector: area.id });
    return;
  }
  const found = yield* waitForTarget(step, target, 'field');
  yield* performCall(step, describeMatch(target, found), 'clear', { selector: found.element.id });
}
