import type { Tab } from '../../core/observation.js';
import type { ExecutionState } from '../execution-state.js';
import { programName, windowsNamed } from '../executor/desktop/programs.js';

const placed =
  /^(.+?)\s+(?:shown\s+|displayed\s+)?(?:in|on|of|inside|from|at)\s+((?:the|my)\s+[^"“”]+|["“]?[\p{L}\d][\w.+-]*["”]?)$/iu;
const parts = /^(?:title|menu\s*bar|tool\s*bar|dialog|menu|list|row|form|table|page|window|cell|folder)\b/iu;

/** "5 in the calculator": a thing, and the window that it is said to be in. Nothing where no window is called so. */
export function placedIn(world: ExecutionState, phrase: string): { thing: string; window: Tab } | undefined {
  const [, thing, place] = placed.exec(phrase.trim()) ?? [];
  if (thing === undefined || place === undefined || parts.test(programName(place))) return undefined;
  const windows = windowsNamed(world, place);
  const window = windows.find(({ active }) => active) ?? windows[0];
  return window && { thing, window };
}
