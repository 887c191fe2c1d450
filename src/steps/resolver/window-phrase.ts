import type { Tab } from '../../core/observation.js';
import type { ExecutionState } from '../execution-state.js';
import { preferActive, programName, windowsNamed } from './program-windows.js';

const placed =
  /^(.+?)\s+(?:shown\s+|displayed\s+)?(?:in|on|of|inside|from|at)\s+((?:the|my)\s+[^"“”]+|["“]?[\p{L}\d][\w.+-]*["”]?)$/iu;
const parts = /^(?:title|menu\s*bar|tool\s*bar|dialog|menu|list|row|form|table|page|window|cell|folder)\b/iu;

/** Splits "5 in the calculator" into target and window. Returns undefined when no window has that name. */
export function splitWindow(state: ExecutionState, phrase: string): { target: string; window: Tab } | undefined {
  const [, target, place] = placed.exec(phrase.trim()) ?? [];
  if (target === undefined || place === undefined || parts.test(programName(place))) return undefined;
  const window = preferActive(windowsNamed(state, place));
  return window && { target, window };
}
