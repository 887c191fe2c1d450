import type { Button } from '../../../core/action.js';
import { cancelled } from '../../../core/deadline.js';
import type { Point } from '../../../core/geometry.js';
import { pause } from '../../screen/settle/settle.js';
import type { XConnection } from '../protocol/connection.js';
import { childAt } from '../protocol/core-requests.js';

export type Nudge = (round: number) => Promise<void>;

/** A pointer that clicks for us. */
export interface SeatPointer {
  move(to: Point): Promise<void>;
  press(button: Button): Promise<void>;
  release(button: Button): Promise<void>;
  click(button: Button, count: number): Promise<void>;
  /** `arrived` comes before the button is let go, with a way to move a little and back. */
  drag(path: readonly Point[], arrived: (nudge: Nudge) => Promise<void>, signal?: AbortSignal): Promise<void>;
  wheel(by: { dx: number; dy: number }): Promise<void>;
  letGo(): void;
}

export interface SeatPointerParts {
  x: XConnection;
  warp(to: Point): void;
  fake(what: 'button down' | 'button up', button: number): void;
  /** Comes before the buttons that a window manager reacts to; gives back what undoes it, and what lets a button through. */
  shield?(windows: readonly number[], button: number): Promise<{ letThrough(): void; end(): void }>;
}

const numbers: Record<Button, number> = { left: 1, middle: 2, right: 3, back: 8, forward: 9 };
const wheel = { up: 4, down: 5, left: 6, right: 7 } as const;
const notch = 100;
const stepLength = 12;
/** Programs take a short move for a shaky hand: so many steps at least. */
const leastSteps = 6;
const deepest = 8;
const frameMs = 35;

export function createSeatPointer({ x, warp, fake, shield }: SeatPointerParts): SeatPointer {
  const held = new Set<number>();
  let at: Point = { x: 0, y: 0 };

  const goTo = (to: Point) => {
    at = to;
    warp(to);
  };

  /** The windows that a click here goes through, from the one on the root inwards. */
  async function windowsHere(): Promise<number[]> {
    const path: number[] = [];
    for (let window = x.root; path.length < deepest; ) {
      window = await childAt(x, window, { x: Math.round(at.x), y: Math.round(at.y) });
      if (window === 0) break;
      path.push(window);
    }
    return path;
  }

  /** Does `work` with presses of a button that nobody but the program hears of. */
  async function shielded(button: number, work: (down: () => void) => void): Promise<void> {
    const guard = shield && held.size === 0 ? await shield(await windowsHere(), button) : undefined;
    try {
      work(() => {
        fake('button down', button);
        guard?.letThrough();
      });
      await x.roundTrip();
    } finally {
      guard?.end();
    }
  }

  const press = (button: Button): Promise<void> =>
    shielded(numbers[button], (down) => {
      down();
      held.add(numbers[button]);
    });
  const release = async (button: Button): Promise<void> => {
    fake('button up', numbers[button]);
    held.delete(numbers[button]);
    await x.roundTrip();
  };

  const turn = (button: number, distance: number): Promise<void> =>
    shielded(button, (down) => {
      const notches = Math.max(1, Math.round(Math.abs(distance) / notch));
      for (let count = 0; count < notches; count += 1) {
        down();
        fake('button up', button);
      }
    });

  return {
    async move(to) {
      goTo(to);
      await x.roundTrip();
    },
    press,
    release,
    click: (button, count) =>
      shielded(numbers[button], (down) => {
        for (let turns = 0; turns < count; turns += 1) {
          down();
          fake('button up', numbers[button]);
        }
      }),
    async drag([start, ...rest], arrived, signal) {
      if (!start) return;
      goTo(start);
      await x.roundTrip();
      await press('left');
      try {
        for (const next of rest) {
          const from = at;
          const length = Math.hypot(next.x - from.x, next.y - from.y);
          const steps = Math.max(leastSteps, Math.ceil(length / stepLength));
          for (let step = 1; step <= steps; step += 1) {
            if (signal?.aborted) throw cancelled(signal);
            goTo({ x: from.x + ((next.x - from.x) * step) / steps, y: from.y + ((next.y - from.y) * step) / steps });
            await x.roundTrip();
          }
          // Toolkits look at the pointer once a frame: of a path that is run through at once they would see the end alone.
          await pause(frameMs, signal);
        }
        const end = at;
        await arrived(async (round) => {
          goTo({ x: end.x + (round % 2 === 0 ? 1 : 0), y: end.y });
          await x.roundTrip();
        });
      } finally {
        await release('left');
      }
    },
    async wheel({ dx, dy }) {
      if (dy !== 0) await turn(dy > 0 ? wheel.down : wheel.up, dy);
      if (dx !== 0) await turn(dx > 0 ? wheel.right : wheel.left, dx);
    },
    letGo() {
      for (const button of held) fake('button up', button);
      held.clear();
    },
  };
}
