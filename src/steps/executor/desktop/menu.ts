import { callError, type Execution, sendCalls } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { clickMatch } from '../element-calls.js';

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
