import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { Accessibility } from '../accessibility.js';

export interface FieldToSubmit {
  node: ScreenNode;
  window: ScreenWindow;
  /** The text that was typed last. */
  typed: string;
}

/** Whether Enter submits the field. A terminal processes all keys itself. */
export function isSingleLineField({ role, kind, states }: ScreenNode): boolean {
  return role === 'TextInput' && kind !== 'terminal' && !states.includes('multiline');
}

/** How long typed text takes to arrive in its field. */
const typedTimeoutMs = 1_500;
/** How long a dialog takes to close or change after it accepted the text. */
const reactionTimeoutMs = 700;
const maxAttempts = 5;

/**
 * Does what Enter does in a field of a dialog. False when the Enter key has to be pressed instead. A file dialog reads the folder of a typed
 * path first and ignores Enter until then, so a path is submitted again while the dialog does not react.
 */
export async function submitField(
  { node, window, typed }: FieldToSubmit,
  { accessibility, windows }: { accessibility: Accessibility; windows(): Promise<ScreenWindow[]> },
  signal?: AbortSignal,
): Promise<boolean> {
  const readText = () => accessibility.readText(node, signal);
  if (!(await pollFor(async () => (await readText()).includes(typed), typedTimeoutMs, signal))) return false;
  const submitted = await readText();
  const isPath = /^[/~]/.test(submitted);
  if (!isPath) return accessibility.submit(node, signal);
  const before = await windows();
  const wasActive = before.some(({ id, active }) => id === window.id && active);
  /** The dialog is closed, another dialog is open, or the text has changed. */
  const hasReacted = async () => {
    const list = await windows();
    const current = list.find(({ id }) => id === window.id);
    if (!current || (wasActive && !current.active)) return true;
    const isNewDialog = ({ id, dialog, pid }: ScreenWindow) =>
      dialog && pid === window.pid && !before.some((one) => one.id === id);
    return list.some(isNewDialog) || (await readText()) !== submitted;
  };
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    if (!(await accessibility.submit(node, signal))) return attempts > 0;
    if (await pollFor(hasReacted, reactionTimeoutMs, signal)) return true;
  }
  return true;
}

const pollMs = 40;

async function pollFor(condition: () => Promise<boolean>, ms: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(pollMs, signal);
  }
  return true;
}
