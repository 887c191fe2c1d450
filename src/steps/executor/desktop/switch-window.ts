import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { preferActive, programName, splitWindow, windowsNamed } from '../../resolver/program-windows.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { pointAtTargets, pressKeys } from '../browser/pointer.js';

/** Focuses a window, unless it has the focus. With `raise`, also brings it to the front. */
export async function* focusWindow(
  state: ExecutionState,
  { id, title, url, active }: Tab,
  clause: string,
  raise = false,
): Execution {
  if (active && !raise) return;
  yield* performCall(state, clause, `${id} "${title}" is a window of ${url}.`, {
    tool: 'focus_app',
    input: { app: id, raise: raise || undefined },
  });
}

/** Focuses the window of a program. Waits for it: a program that was just started takes a moment to open its window. */
export async function* switchWindow(state: ExecutionState, phrase: string, clause: string, raise = false): Execution {
  const named = (): Tab[] | undefined => {
    const windows = windowsNamed(state, phrase);
    return windows.length > 0 ? windows : undefined;
  };
  const found = (await waitUntil(state, named)) ?? [];
  const window = preferActive(found);
  const isAmbiguous = new Set(found.map(({ url }) => url)).size > 1;
  if (!window || isAmbiguous)
    throw new HandrailError(
      isAmbiguous ? 'ambiguous' : 'unknown_app',
      isAmbiguous
        ? `"${phrase}" could be any of ${found.length} windows.`
        : `No window is called "${programName(phrase)}".`,
      `Windows: ${(state.turn.observation.tabs ?? []).map(({ title, url }) => `"${title}" of ${url}`).join(', ')}.`,
    );
  yield* focusWindow(state, window, clause, raise);
}

/** "5 in the calculator": focuses the named window and points there. */
export function pointInWindow(state: ExecutionState, instruction: InstructionOf<PointerKind>): Execution | undefined {
  const split = splitWindow(state, instruction.target);
  if (!split) return undefined;
  const parts = instruction.parts.map((part) => splitWindow(state, part)?.target ?? part);
  return inWindow(state, split.window, instruction.clause, () =>
    pointAtTargets(state, { ...instruction, target: split.target, parts }),
  );
}

/** "Press Control+C in the terminal": focuses the named window and presses the keys there. */
export function pressInWindow(
  state: ExecutionState,
  { target, ...instruction }: InstructionOf<'press_key'>,
): Execution | undefined {
  const window = target === undefined ? undefined : preferActive(windowsNamed(state, target));
  return window && inWindow(state, window, instruction.clause, () => pressKeys(state, instruction));
}

async function* inWindow(state: ExecutionState, window: Tab, clause: string, act: () => Execution): Execution {
  yield* focusWindow(state, window, clause);
  yield* act();
}
