import { HandrailError } from '../../../core/errors.js';
import { center, contains } from '../../../core/geometry.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { acceptsText } from '../../screen/input/accepts-text.js';
import { isDialogField, isFocused, isPlainEnter, type TypingPort } from '../../screen/input/typing.js';
import { noWindow } from '../../screen/prepare/prepared-action.js';
import type { KeyboardTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { Seat, XDisplay } from '../../x11/x-display.js';

export interface TypingParts {
  x: XDisplay;
  seat: Seat;
  accessibility?: Accessibility;
  /** Gives a node the focus by a click. Throws when the pointer cannot reach it. */
  clickNode(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
}

/** A program reports a focus change after a click within this time. */
const maxFocusMs = 600;
const pollMs = 50;

export interface LinuxTypingPort extends TypingPort {
  /** Sends later text without a target to this field. */
  continueIn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
  /** Sends later text without a target to the focused node of the window. */
  forgetField(window: ScreenWindow): void;
}

/** Typing into any window, in front or not, through AT-SPI and a second keyboard. */
export function createLinuxTypingPort(parts: TypingParts): LinuxTypingPort {
  const { x, seat, accessibility } = parts;
  const activeFields = createActiveFields();

  /** Focuses a field of the active window. GTK would raise any other window. */
  async function focusIfActive(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<boolean> {
    return window.active && (isFocused(node) || (await accessibility?.focus(node, signal)) === true);
  }

  async function hasNodes(window: ScreenWindow, signal?: AbortSignal): Promise<boolean> {
    return ((await accessibility?.tree({ windows: [window] }, signal))?.nodes.length ?? 0) > 0;
  }

  async function requireWindow({ window }: KeyboardTarget): Promise<ScreenWindow> {
    const found = window ?? (await x.windows()).find(({ popup, shown }) => shown && !popup);
    if (!found) throw noWindow();
    return found;
  }

  return {
    accessibility,
    windows: () => x.windows(),
    typeText: async (text, window, signal) => seat.type(text, await requireWindow({ window }), signal),
    pressKey: async (chord, press, window, signal) => seat.key(chord, press, await requireWindow({ window }), signal),
    awaitKeysRead: async (window) => seat.focusWindow(await requireWindow({ window })),
    async findTextTarget(where, signal) {
      const window = await requireWindow(where);
      const known = isFocused(where.node) ? where.node : await accessibility?.focusedNode(window, signal);
      const isPaced = known !== undefined || where.node !== undefined || (await hasNodes(window, signal));
      let focused = known;
      if (!known && isPaced && !where.node) {
        // GTK reports the focus only for a window that has a keyboard. It matters: a focused dialog button takes keys.
        await seat.focusWindow(window);
        focused = await accessibility?.focusedNode(window, signal);
      }
      const active = activeFields.find(window, focused);
      const node = isFocused(where.node) ? (active ?? where.node) : (where.node ?? active ?? focused);
      return { window, node, focused, isPaced };
    },
    async insertText(text, { window, node, focused }, options, signal) {
      if (!window || !node || !acceptsText(node, text)) return false;
      const hasFocus = await focusIfActive(node, window, signal);
      if (!(await accessibility?.insertText(node, text, options, signal))) return false;
      activeFields.set(window, node, hasFocus ? node : focused);
      return true;
    },
    async focus({ window, node }, signal) {
      if (node && window) await focusNode(node, window, parts, signal);
    },
    async findKeyTarget(where, press, _typedNode, signal) {
      const window = await requireWindow(where);
      const focused =
        where.node ?? (activeFields.has(window) ? await accessibility?.focusedNode(window, signal) : undefined);
      const node = activeFields.find(window, focused) ?? (isFocused(where.node) ? undefined : where.node);
      const field = node ?? where.node;
      const isPlain = press.holdMs === undefined && press.phase === undefined;
      return {
        window,
        field,
        node: node ?? focused,
        isPaced: accessibility !== undefined,
        // GTK raises a window whose field gets the focus, so use AT-SPI for what it can do.
        async pressInBackground(chord) {
          if (!accessibility) return false;
          if (field && !isFocused(field) && !isDialogField(field, window) && isPlainEnter(chord, press))
            if (await accessibility.submit(field, signal)) return true;
          if (!node || isFocused(node) || !isPlain || window.active) return false;
          return accessibility.pressKey(node, chord, press.repeat, signal);
        },
        focus: node && accessibility ? () => focusNodeForKey(node, window, parts, signal) : undefined,
      };
    },
    async continueIn(node, window, signal) {
      const hasFocus = await focusIfActive(node, window, signal);
      activeFields.set(window, node, hasFocus ? node : await accessibility?.focusedNode(window, signal));
    },
    forgetField: activeFields.forget,
  };
}

/** Remembers, per window, the field that was typed into without the focus. It applies until the focus moves. */
function createActiveFields() {
  const fields = new Map<string, { field: ScreenNode; focused: string | undefined }>();
  return {
    find({ id }: ScreenWindow, focused: ScreenNode | undefined): ScreenNode | undefined {
      const active = fields.get(id);
      return active && active.focused === focused?.key ? active.field : undefined;
    },
    set({ id }: ScreenWindow, field: ScreenNode, focused: ScreenNode | undefined): void {
      fields.set(id, { field, focused: focused?.key });
    },
    has: ({ id }: ScreenWindow): boolean => fields.has(id),
    forget({ id }: ScreenWindow): void {
      fields.delete(id);
    },
  };
}

async function focusNode(
  node: ScreenNode,
  window: ScreenWindow,
  parts: TypingParts,
  signal?: AbortSignal,
): Promise<void> {
  if (isFocused(node)) return;
  await parts.seat.focusWindow(window); // programs report the focus only for a window that has a keyboard
  const focused = await parts.accessibility?.focusedNode(window, signal);
  if (focused && isInside(focused, node)) return;
  if (!window.active && (await focusByClick(node, window, parts, signal))) return;
  if (await parts.accessibility?.focus(node, signal)) return;
  await parts.clickNode(node, window, signal);
}

/** Focuses a visible field of an inactive window by a click, because GTK would raise the window. Keeps the caret position. */
async function focusByClick(
  node: ScreenNode,
  window: ScreenWindow,
  { x, accessibility, clickNode }: TypingParts,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!accessibility || node.role !== 'TextInput' || !node.bounds) return false;
  if ((await x.windowAt(center(node.bounds)))?.id !== window.id) return false;
  let hasFocus = false;
  const click = async (): Promise<void> => {
    await clickNode(node, window, signal);
    const until = performance.now() + maxFocusMs;
    while (!hasFocus && performance.now() < until) {
      const focused = await accessibility.focusedNode(window, signal);
      hasFocus = focused !== undefined && isInside(focused, node);
      if (!hasFocus) await accessibility.changes.waitForChange(pollMs, signal);
    }
  };
  await accessibility.preserveCaret(node, click, signal);
  return hasFocus;
}

/** Focuses the node and verifies it: Enter in the wrong place may press another button. */
async function focusNodeForKey(
  node: ScreenNode,
  window: ScreenWindow,
  parts: TypingParts,
  signal?: AbortSignal,
): Promise<void> {
  await focusNode(node, window, parts, signal);
  if (node.role === 'TableCell') return; // a spreadsheet in the background keeps reporting the previous cell
  const focused = await parts.accessibility?.focusedNode(window, signal);
  if (!focused || isInside(focused, node)) return;
  throw new HandrailError(
    'background_unavailable',
    `"${node.name.slice(0, 60)}" did not get the focus: "${focused.name.slice(0, 60)}" has it, so no key was pressed.`,
    'Click the element first, or bring its window to the front: focus_app with raise.',
  );
}

/** True when `inner` is `outer`, or lies in it: the field of a combo box has the focus of the box. */
function isInside(inner: ScreenNode, outer: ScreenNode): boolean {
  if (inner.key === outer.key) return true;
  return inner.bounds !== undefined && outer.bounds !== undefined && contains(outer.bounds, center(inner.bounds));
}
