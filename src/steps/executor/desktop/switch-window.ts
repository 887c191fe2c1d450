import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { preferActive, programName, splitWindow, windowsNamed } from '../../resolver/program-windows.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { pointAtTargets, pressKeys } from '../browser/pointer.js';

/** Focuses a window, unless it has the focus. With `raise`, also brings it to the front. */
export async function* focusWindow(step: Step, { id, title, url, active }: Tab, raise = false): Execution {
  if (active && !raise) return;
  yield* performCall(step, `${id} "${title}" is a window of ${url}.`, 'focus_app', {
    app: id,
    raise: raise || undefined,
  });
}

/** Focuses the window of a program. Waits for it: a program that was just started takes a moment to open its window. */
export async function* switchWindow(step: Step, phrase: string, raise = false): Execution {
  const named = (): Tab[] | undefined => {
    const windows = windowsNamed(step, phrase);
    return windows.length > 0 ? windows : undefined;
  };
  const found = (await waitUntil(step, named)) ?? [];
  const window = preferActive(found);
  const isAmbiguous = new Set(found.map(({ url }) => url)).size > 1;
  if (!window || isAmbiguous)
    throw new HandrailError(
      isAmbiguous ? 'ambiguous' : 'unknown_app',
      isAmbiguous
        ? `"${phrase}" could be any of ${found.length} windows.`
        : `No window is called "${programName(phrase)}".`,
      `Windows: ${(step.screen.turn.observation.tabs ?? []).map(({ title, url }) => `"${title}" of ${url}`).join(', ')}.`,
    );
  yield* focusWindow(step, window, raise);
}

/** "5 in the calculator": focuses the named window and points there. */
export function pointInWindow(step: Step, instruction: InstructionOf<PointerKind>): Execution | undefined {
  const split = splitWindow(step, instruction.target);
  if (!split) return undefined;
  const parts = instruction.parts.map((part) => splitWindow(step, part)?.target ?? part);
  return inWindow(step, split.window, () => pointAtTargets(step, { ...instruction, target: split.target, parts }));
}

/** "Press Control+C in the terminal": focuses the named window and presses the keys there. */
export function pressInWindow(
  step: Step,
  { target, ...instruction }: InstructionOf<'press_key'>,
): Execution | undefined {
  const window = target === undefined ? undefined : preferActive(windowsNamed(step, target));
  return window && inWindow(step, window, () => pressKeys(step, instruction));
}

async function* inWindow(step: Step, window: Tab, act: () => Execution): Execution {
  yield* focusWindow(step, window);
  yield* act();
}
