import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import type { Accessibility } from '../accessibility.js';

export interface Line {
  node: ScreenNode;
  window: ScreenWindow;
  /** What was typed there last. */
  typed: string;
}

/** Until what was typed stands in its field. */
const arriveMs = 1_500;
/** A dialog that took it is gone by then, or shows something else. */
const answerMs = 700;
const mostTimes = 5;
const glanceMs = 40;

/** Whether Enter in it is a key for one field: a terminal takes all keys itself. */
export function isLine({ role, kind, states }: ScreenNode): boolean {
  return role === 'TextInput' && kind !== 'terminal' && !states.includes('multiline');
}

/**
 * Does what Enter does in a field of a dialog. False where a key is to be pressed. A file dialog first looks what there is in the folder of a
 * path that was typed, and lets Enter fall until it knows: it is asked again as long as nothing comes of it.
 */
export async function submitLine(
  { node, window, typed }: Line,
  { accessibility, windows }: { accessibility: Accessibility; windows(): Promise<ScreenWindow[]> },
  signal?: AbortSignal,
): Promise<boolean> {
  const text = () => accessibility.text(node, signal);
  const meets = async (isSo: () => Promise<boolean>, ms: number): Promise<boolean> => {
    const until = performance.now() + ms;
    while (!(await isSo())) {
      if (performance.now() > until) return false;
      await pause(glanceMs, signal);
    }
    return true;
  };
  if (!(await meets(async () => (await text()).includes(typed), arriveMs))) return false;
  const asked = await text();
  const isPath = /^[/~]/.test(asked);
  const before = isPath ? await windows() : [];
  const isActive = before.some(({ id, active }) => id === window.id && active);
  /** It is gone, or gave way to a question, or asks for something else now. */
  const isTaken = async () => {
    const list = await windows();
    const now = list.find(({ id }) => id === window.id);
    if (!now || (isActive && !now.active)) return true;
    const isNew = (one: ScreenWindow) =>
      one.dialog && one.pid === window.pid && !before.some(({ id }) => id === one.id);
    return list.some(isNew) || (await text()) !== asked;
  };
  for (let times = 0; times < (isPath ? mostTimes : 1); times += 1) {
    if (!(await accessibility.submit(node, signal))) return times > 0;
    if (isPath && (await meets(isTaken, answerMs))) return true;
  }
  return true;
}
