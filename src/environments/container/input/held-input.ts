import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import { releaseCommands } from './keysyms.js';

/** Tracks the keys and buttons that are held in the container. They are released even when this process dies. */
export interface HeldInput {
  /** Call before the key or button is pressed. */
  press(kind: 'key' | 'button', name: string): Promise<void>;
  /** Call after the key or button was released. */
  release(kind: 'key' | 'button', name: string): Promise<void>;
  releaseAll(): Promise<void>;
}

export function trackHeldInput(runner: Runner): HeldInput {
  const held = new Map<string, readonly string[]>();
  const allReleases = () => [...held.values()].reverse().flat();
  const updateExitCommand = () => runner.runAtExit(held.size === 0 ? [] : ['xdotool', ...allReleases()]);
  return {
    async press(kind, name) {
      held.set(`${kind} ${name}`, kind === 'key' ? releaseCommands(name) : ['mouseup', name]);
      await updateExitCommand();
    },
    async release(kind, name) {
      held.delete(`${kind} ${name}`);
      await updateExitCommand();
    },
    async releaseAll() {
      if (held.size === 0) return;
      await xdotool(runner, allReleases());
      held.clear();
      await updateExitCommand();
    },
  };
}
