import type { Button } from '../../../core/action.js';
import { toCancelledError } from '../../../core/deadline.js';
import type { Point } from '../../../core/geometry.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { XConnection } from '../protocol/connection.js';
import { childAt } from '../protocol/core-requests.js';

/** Moves the pointer a little, forth in even rounds and back in odd ones. */
export type Nudge = (round: number) => Promise<void>;

/** A pointer that clicks for Handrail. */
export interface SeatPointer {
  move(to: Point): Promise<void>;
  press(button: Button): Promise<void>;
  release(button: Button): Promise<void>;
  click(button: Button, count: number): Promise<void>;
  /** `onArrival` runs at the end of the path, before the button is released. */
  drag(path: readonly Point[], onArrival: (nudge: Nudge) => Promise<void>, signal?: AbortSignal): Promise<void>;
  scroll(by: { dx: number; dy: number }): Promise<void>;
  releaseAll(): void;
}

/** Hides presses of a button from the window manager. */
export interface ButtonShield {
  /** Delivers the held press to the program. */
  letThrough(): void;
  remove(): void;
}

export interface SeatPointerOptions {
  x: XConnection;
  movePointer(to: Point): void;
  fake(event: 'button down' | 'button up', button: number): void;
  /** Shields these windows before a press that the window manager would react to. */
  shield?(windows: readonly number[], button: number): Promise<ButtonShield>;
}

const buttonNumbers: Record<Button, number> = { left: 1, middle: 2, right: 3, back: 8, forward: 9 };
const wheelButtons = { up: 4, down: 5, left: 6, right: 7 } as const;
const pixelsPerNotch = 100;
const dragStepPixels = 12;
/** Programs ignore a drag with fewer steps as an unsteady hand. */
const minDragSteps = 6;
const maxWindowDepth = 8;
const frameMs = 35;

export function createSeatPointer({ x, movePointer, fake, shield }: SeatPointerOptions): SeatPointer {
  const held = new Set<number>();
  let position: Point = { x: 0, y: 0 };

  const moveTo = async (to: Point): Promise<void> => {
    position = to;
    movePointer(to);
    await x.sync();
  };

  /** The windows that a click at the pointer passes through, from the root inwards. */
  async function windowsAtPointer(): Promise<number[]> {
    const path: number[] = [];
    for (let window = x.root; path.length < maxWindowDepth; ) {
      window = await childAt(x, window, position);
      if (window === 0) break;
      path.push(window);
    }
    return path;
  }

  /** Runs `work` with a function that presses the button unnoticed by the window manager. */
  async function shielded(button: number, work: (press: () => void) => void): Promise<void> {
    const guard = shield && held.size === 0 ? await shield(await windowsAtPointer(), button) : undefined;
    try {
      work(() => {
        fake('button down', button);
        guard?.letThrough();
      });
      await x.sync();
    } finally {
      guard?.remove();
    }
  }

  const pressRepeatedly = (button: number, count: number): Promise<void> =>
    shielded(button, (press) => {
      for (let presses = 0; presses < count; presses += 1) {
        press();
        fake('button up', button);
      }
    });
  const press = (button: Button): Promise<void> =>
    shielded(buttonNumbers[button], (pressButton) => {
      pressButton();
      held.add(buttonNumbers[button]);
    });
  const release = async (button: Button): Promise<void> => {
    fake('button up', buttonNumbers[button]);
    held.delete(buttonNumbers[button]);
    await x.sync();
  };
  const turnWheel = (button: number, distance: number): Promise<void> =>
    pressRepeatedly(button, Math.max(1, Math.round(Math.abs(distance) / pixelsPerNotch)));

  async function dragTo(to: Point, signal?: AbortSignal): Promise<void> {
    const from = position;
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.max(minDragSteps, Math.ceil(distance / dragStepPixels));
    for (let step = 1; step <= steps; step += 1) {
      if (signal?.aborted) throw toCancelledError(signal);
      await moveTo({ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps });
    }
    // Toolkits read the pointer once per frame. Without a pause they would see only the end of the path.
    await sleep(frameMs, signal);
  }

  return {
    move: moveTo,
    press,
    release,
    click: (button, count) => pressRepeatedly(buttonNumbers[button], count),
    async drag([start, ...rest], onArrival, signal) {
      if (!start) return;
      await moveTo(start);
      await press('left');
      try {
        for (const point of rest) await dragTo(point, signal);
        const end = position;
        await onArrival((round) => moveTo({ x: end.x + (round % 2 === 0 ? 1 : 0), y: end.y }));
      } finally {
        await release('left');
      }
    },
    async scroll({ dx, dy }) {
      if (dy !== 0) await turnWheel(dy > 0 ? wheelButtons.down : wheelButtons.up, dy);
      if (dx !== 0) await turnWheel(dx > 0 ? wheelButtons.right : wheelButtons.left, dx);
    },
    releaseAll() {
      for (const button of held) fake('button up', button);
      held.clear();
    },
  };
}
