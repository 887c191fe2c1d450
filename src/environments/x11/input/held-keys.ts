import type { XConnection } from '../protocol/connection.js';

/** The keys that a seat holds down. */
export interface HeldKeys {
  codes: ReadonlySet<number>;
  press(keycode: number): void;
  release(keycode: number): void;
  /** Runs `work` while these keys are held, in addition to those that are held already. `onSent` runs when they are released. */
  holding(keycodes: readonly number[], work: () => Promise<void>, onSent?: () => void): Promise<void>;
  releaseAll(): void;
}

export function createHeldKeys(
  x: XConnection,
  fake: (event: 'key down' | 'key up', keycode: number) => void,
): HeldKeys {
  const codes = new Set<number>();
  const press = (keycode: number): void => {
    fake('key down', keycode);
    codes.add(keycode);
  };
  const release = (keycode: number): void => {
    fake('key up', keycode);
    codes.delete(keycode);
  };
  return {
    codes,
    press,
    release,
    async holding(keycodes, work, onSent) {
      const added = keycodes.filter((code) => !codes.has(code));
      for (const code of added) press(code);
      try {
        await work();
      } finally {
        for (const code of added.reverse()) release(code);
        onSent?.();
        await x.sync();
      }
    },
    releaseAll() {
      for (const code of [...codes]) release(code);
    },
  };
}
