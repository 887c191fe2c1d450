import { basename } from 'node:path';
import type { ScreenWindow } from '../screen.js';
import { containsText, equalsText } from './match-text.js';

interface Selection {
  currentId: string | undefined;
  /** The program that was just launched. */
  launched: string | undefined;
  /** Ids of the windows that were current, the latest first. */
  formerIds: readonly string[];
  followsFocus: boolean;
}

/** Chooses the current window from `windows`. `known` are the windows of the update before. */
export function chooseCurrent(
  windows: readonly ScreenWindow[],
  known: readonly ScreenWindow[],
  { currentId, launched, formerIds, followsFocus }: Selection,
): ScreenWindow | undefined {
  const candidates = windows.filter(({ popup }) => !popup);
  const shown = candidates.filter((window) => window.shown);
  const former = known.find(({ id }) => id === currentId);
  const isNew = ({ id }: ScreenWindow): boolean => !known.some((window) => window.id === id);
  const isOfFormerProgram = ({ pid }: ScreenWindow): boolean => pid !== undefined && pid === former?.pid;

  // A window that the current program opens, or the first window after a launch.
  const opened = shown.find((window) => (launched !== undefined || isOfFormerProgram(window)) && isNew(window));
  if (opened) return opened;
  const focused = shown.find((window) => window.active && isNew(window));
  if (followsFocus && focused) return focused;
  // A program that was already running shows its old window again.
  const program = launched && basename(launched);
  const launchedAgain = program && shown.find(({ app }) => equalsText(app, program) || containsText(app, program));
  if (launchedAgain) return launchedAgain;
  const current = candidates.find(({ id }) => id === currentId);
  if (current) return current;
  // The current window is gone: prefer its program, then earlier windows, before the window that the user works in.
  const earlier = formerIds.map((id) => shown.find((window) => window.id === id)).find(Boolean);
  return (
    shown.find(isOfFormerProgram) ?? earlier ?? candidates.find(({ active }) => active) ?? shown[0] ?? candidates[0]
  );
}
