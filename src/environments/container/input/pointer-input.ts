import { center, type Point } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { createClickPacing } from '../../screen/input/click-pacing.js';
import type { ClickOptions, InputDriver, PointerTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { uncoverTarget } from '../../screen/windows/uncover-window.js';
import type { Seat } from '../../x11/x-display.js';
import type { Runner } from '../exec/runner.js';
import { moveTo, withModifiers, type XdotoolCommands, xdotool } from '../exec/xdotool.js';
import type { HeldInput } from './held-input.js';
import { buttonNumbers, wheelNumbers } from './keysyms.js';
import type { WindowControl } from './window-control.js';

export interface PointerParts {
  runner: Runner;
  control: WindowControl;
  held: HeldInput;
  accessibility?: Accessibility;
  /** The display's pointer and keyboard, where an X connection exists. */
  seat?: Seat;
}

export interface ContainerPointer
  extends Pick<InputDriver, 'click' | 'move' | 'press' | 'release' | 'drag' | 'scroll'> {
  clickNode(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  clickPoint(point: Point, signal?: AbortSignal): Promise<void>;
}

/** Pixels of one wheel notch. */
const notchPixels = 100;
const maxScrollMs = 25_000;
const leftClick: ClickOptions = { button: 'left', count: 1, modifiers: [] };

/** The display's own pointer. Windows are raised for it, because no user works on this screen. */
export function createContainerPointer({ runner, control, held, accessibility, seat }: PointerParts): ContainerPointer {
  const pacing = createClickPacing();
  const run = (commands: XdotoolCommands, signal?: AbortSignal, timeoutMs?: number) =>
    xdotool(runner, commands, signal, timeoutMs);
  const uncover = (target: PointerTarget, signal?: AbortSignal) =>
    uncoverTarget(target, { control, moveTo: (point) => run(moveTo(point), signal) }, signal);

  /** Presses a node through AT-SPI. False when it offers no such action. */
  async function pressNode(node: ScreenNode | undefined, signal?: AbortSignal): Promise<boolean> {
    if (!accessibility || !node) return false;
    return pacing.pressNode(node, () => accessibility.click(node, signal), signal);
  }

  async function click(
    target: PointerTarget,
    { button, count, modifiers }: ClickOptions,
    signal?: AbortSignal,
  ): Promise<void> {
    const { node } = target;
    const isPlain = button === 'left' && count === 1 && modifiers.length === 0;
    const isHidden = target.x < 0 || target.y < 0;
    if (isHidden && isPlain && (await pressNode(node, signal))) return;
    await uncover(target, signal);
    // Something inside the window may still cover a button.
    if (isPlain && node && isPlainButton(node) && (await pressNode(node, signal))) return;
    const point = await pacing.nextClickPoint(target, signal);
    const repeat = count > 1 ? ['--repeat', String(count), '--delay', '40'] : [];
    const clicks = ['click', ...repeat, buttonNumbers[button]];
    await run([...moveTo(point), ...withModifiers(modifiers, clicks)], signal);
  }

  return {
    click,
    async clickNode(node, window, signal) {
      const point = node.bounds ? center(node.bounds) : { x: -1, y: -1 };
      await click({ ...point, node, window }, leftClick, signal);
    },
    async clickPoint(point, signal) {
      await run([...moveTo(point), 'click', buttonNumbers.left], signal);
    },
    async move(target, modifiers, signal) {
      if (!target.fromPicture) await uncover(target, signal);
      await run(withModifiers(modifiers, moveTo(target)), signal);
    },
    async press(target, button, signal) {
      if (target) await uncover(target, signal);
      await held.press('button', buttonNumbers[button]);
      await run([...(target ? moveTo(target) : []), 'mousedown', buttonNumbers[button]], signal);
    },
    async release(target, button, signal) {
      await run([...(target ? moveTo(target) : []), 'mouseup', buttonNumbers[button]], signal);
      await held.release('button', buttonNumbers[button]);
    },
    async drag(path, modifiers, signal) {
      if (path[0]) await uncover(path[0], signal);
      const { commands, durationMs } = dragCommands(path);
      await held.press('button', buttonNumbers.left);
      try {
        if (seat) await seat.drag(path, modifiers, signal);
        else await run(withModifiers(modifiers, commands), signal, durationMs + 10_000);
      } catch (error) {
        await held.releaseAll().catch(() => undefined); // the first error is reported
        throw error;
      }
      await held.release('button', buttonNumbers.left);
    },
    async scroll(target, { dx, dy }, modifiers, signal) {
      await uncover(target, signal);
      const turns = [
        ...turnWheel(dy, wheelNumbers.up, wheelNumbers.down),
        ...turnWheel(dx, wheelNumbers.left, wheelNumbers.right),
      ];
      const timeoutMs = Math.min(maxScrollMs, 10_000 + (Math.abs(dx) + Math.abs(dy)) / 2);
      await run([...moveTo(target), ...withModifiers(modifiers, turns)], signal, timeoutMs);
    },
  };
}

/** A menu grabs the pointer that opened it, so menu buttons need the pointer. The center of an expander is in its content. */
function isPlainButton({ role, kind, states }: ScreenNode): boolean {
  const isExpander = kind === 'toggle button' && (states.includes('expanded') || states.includes('collapsed'));
  return role === 'Button' && (kind === undefined || isExpander);
}

function turnWheel(pixels: number, backward: string, forward: string): XdotoolCommands {
  if (pixels === 0) return [];
  const notches = Math.max(1, Math.round(Math.abs(pixels) / notchPixels));
  return ['click', '--repeat', String(notches), '--delay', '2', pixels < 0 ? backward : forward];
}

const stepPixels = 12;
const maxSteps = 60;
/** Programs recognize a drag by movements over time. */
const stepMs = 8;
const holdMs = 60;
/** The drop target negotiates at each movement, so small movements precede the drop. */
const finalMoves = 4;

/** The xdotool commands that drag along a path, and their duration. */
function dragCommands(path: readonly Point[]): { commands: XdotoolCommands; durationMs: number } {
  const [first, ...others] = path;
  if (!first) return { commands: [], durationMs: 0 };
  const commands: string[] = [...moveTo(first), 'mousedown', buttonNumbers.left, ...wait(holdMs)];
  let durationMs = holdMs * 2;
  let from = first;
  for (const to of others) {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.min(maxSteps, Math.max(2, Math.ceil(distance / stepPixels)));
    for (let step = 1; step <= steps; step += 1) {
      const fraction = step / steps;
      const point = { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction };
      commands.push(...moveTo(point), ...wait(stepMs));
    }
    durationMs += steps * stepMs;
    from = to;
  }
  for (let move = 1; move <= finalMoves; move += 1)
    commands.push(...wait(holdMs), ...moveTo({ x: from.x + (move % 2), y: from.y }));
  durationMs += finalMoves * holdMs;
  return { commands: [...commands, ...wait(holdMs), 'mouseup', buttonNumbers.left], durationMs };
}

function wait(ms: number): XdotoolCommands {
  return ['sleep', String(ms / 1_000)];
}
