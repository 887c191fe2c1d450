import type { Point } from '../../../core/geometry.js';
import type { PointerTarget, ScreenNode } from '../screen.js';
import { sleep } from '../settle/sleep.js';

/** Toolkits join two presses within this time and distance to a double click. */
const doubleClickMs = 500;
const doubleClickPixels = 6;
/** Minimum time between two presses of one button. Some programs (galculator) release a button no sooner. */
const repeatPressMs = 200;

/** Keeps separate clicks from becoming a double click, and from reaching a button that is still pressed. */
export interface ClickPacing {
  /** Waits until the next pointer click counts as a new one. Returns the point to click. */
  nextClickPoint(target: PointerTarget, signal?: AbortSignal): Promise<Point>;
  /** Waits until the node can be pressed again, then calls `press`. Returns what `press` returns. */
  pressNode(node: ScreenNode, press: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean>;
}

export function createClickPacing(): ClickPacing {
  let lastClick: { point: Point; at: number } | undefined;
  let lastPress: { key: string; at: number } | undefined;

  async function sleepUntil(time: number, signal?: AbortSignal): Promise<void> {
    const leftMs = time - performance.now();
    if (leftMs > 0) await sleep(leftMs, signal);
  }

  async function awaitRelease({ key }: ScreenNode, signal?: AbortSignal): Promise<void> {
    if (lastPress?.key === key) await sleepUntil(lastPress.at + repeatPressMs, signal);
  }

  return {
    async nextClickPoint({ x, y, node }, signal) {
      let point: Point = { x, y };
      if (node) await awaitRelease(node, signal);
      if (lastClick && Math.hypot(x - lastClick.point.x, y - lastClick.point.y) <= doubleClickPixels) {
        const shifted = node && shiftOnButton(point, node);
        if (shifted) point = shifted;
        else await sleepUntil(lastClick.at + doubleClickMs, signal);
      }
      lastClick = { point, at: performance.now() };
      if (node) lastPress = { key: node.key, at: lastClick.at };
      return point;
    },
    async pressNode(node, press, signal) {
      await awaitRelease(node, signal);
      const isPressed = await press();
      if (isPressed) lastPress = { key: node.key, at: performance.now() };
      return isPressed;
    },
  };
}

/** Another point on the same button, outside the double-click distance. Undefined where the exact point matters. */
function shiftOnButton({ x, y }: Point, { role, bounds }: ScreenNode): Point | undefined {
  const step = doubleClickPixels + 2;
  if (role !== 'Button' || !bounds || bounds.width < 3 * step || bounds.height < step) return undefined;
  return { x: x + step, y };
}
