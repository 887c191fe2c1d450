import type { Point } from '../../../core/geometry.js';
import type { PointerTarget, ScreenNode } from '../screen.js';
import { pause } from '../settle/settle.js';

/** What toolkits take for one double click: two presses this close in time and place. */
const doubleMs = 500;
const near = 6;
/** Nobody presses one button again sooner than this, and there are programs (galculator) whose buttons come up no sooner. */
const againMs = 200;

export interface ClickPace {
  /** Waits until a click by the pointer is one of its own, and says where to click for it. */
  byPointer(aim: PointerTarget, signal?: AbortSignal): Promise<Point>;
  /** Waits until this can be pressed again, and presses it. */
  byName(node: ScreenNode, press: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean>;
}

/** Keeps clicks that were asked for one by one from arriving as a double click, or while what they are for is still down. */
export function createClickPace(): ClickPace {
  let clicked: { place: Point; at: number } | undefined;
  let pressed: { key: string; at: number } | undefined;
  const until = (time: number, signal?: AbortSignal): Promise<void> => {
    const left = time - performance.now();
    return left > 0 ? pause(left, signal) : Promise.resolve();
  };
  const upAgain = async ({ key }: ScreenNode, signal?: AbortSignal): Promise<void> => {
    if (pressed?.key === key) await until(pressed.at + againMs, signal);
  };

  return {
    async byPointer({ x, y, node }, signal) {
      let place: Point = { x, y };
      if (node) await upAgain(node, signal);
      if (clicked && Math.hypot(x - clicked.place.x, y - clicked.place.y) <= near) {
        const beside = node && besideOf(place, node);
        if (beside) place = beside;
        else await until(clicked.at + doubleMs, signal);
      }
      clicked = { place, at: performance.now() };
      if (node) pressed = { key: node.key, at: clicked.at };
      return place;
    },
    async byName(node, press, signal) {
      await upAgain(node, signal);
      const isDone = await press();
      if (isDone) pressed = { key: node.key, at: performance.now() };
      return isDone;
    },
  };
}

/** Another place on the same button, far enough away for a click of its own. Elsewhere it matters which place is clicked. */
function besideOf({ x, y }: Point, { role, bounds }: ScreenNode): Point | undefined {
  const step = near + 2;
  if (role !== 'Button' || !bounds || bounds.width < 3 * step || bounds.height < step) return undefined;
  return { x: x + step, y };
}
