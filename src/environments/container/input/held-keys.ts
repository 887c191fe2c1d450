import type { Runner } from '../exec/runner.js';
import { xdotool } from '../exec/xdotool.js';
import { releaseWords } from './keysyms.js';

/** Which keys and buttons are held inside the container, and that they are let go of, whatever becomes of us. */
export interface Held {
  /** Notes it before it is pressed. */
  down(what: 'key' | 'mouse', name: string): Promise<void>;
  up(what: 'key' | 'mouse', name: string): Promise<void>;
  letGo(): Promise<void>;
}

export function holder(runner: Runner): Held {
  const held = new Map<string, readonly string[]>();
  const release = () => [...held.values()].reverse().flat();
  const tell = () => runner.atEnd(held.size === 0 ? [] : ['xdotool', ...release()]);
  return {
    async down(what, name) {
      held.set(`${what} ${name}`, what === 'key' ? releaseWords(name) : ['mouseup', name]);
      await tell();
    },
    async up(what, name) {
      held.delete(`${what} ${name}`);
      await tell();
    },
    async letGo() {
      if (held.size === 0) return;
      await xdotool(runner, release());
      held.clear();
      await tell();
    },
  };
}
