import { HandrailError } from '../../core/errors.js';
import { center, contains } from '../../core/geometry.js';
import { parseKeys } from '../../core/keys.js';
import type { Accessibility } from '../accessibility/accessibility.js';
import type { Hands, Keyboard, ScreenNode, ScreenWindow } from '../screen/screen.js';
import type { Seat, XDisplay } from '../x11/x-display.js';

export interface KeyParts {
  x: XDisplay;
  seat: Seat;
  accessibility?: Accessibility;
  /** Gives a node the keys by a click, where it can be reached by a pointer. */
  clickOn(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<void>;
}

const selectAll = parseKeys('Control+A', false);
const remove = parseKeys('Delete', false);
const lineStart = parseKeys('Control+A', false);
const lineRemove = parseKeys('Control+K', false);

/** Typing and keys, to any window, in front or not. */
export function keysOf(parts: KeyParts): Pick<Hands, 'type' | 'key'> {
  const { seat, accessibility } = parts;
  const goingOn = fieldsInUse();
  return {
    async type(text, where, { clear }, signal) {
      checkControls(text);
      const window = await windowOf(where, parts);
      const focused = isFocused(where.node) ? where.node : await accessibility?.focusedIn(window, signal);
      const node = isFocused(where.node)
        ? (goingOn.in(window, focused) ?? where.node)
        : (where.node ?? goingOn.in(window, focused) ?? focused);
      if (node && takesText(node, text) && (await accessibility?.insertText(node, text, { clear }, signal))) {
        goingOn.set(window, node, focused);
        return;
      }
      if (where.node) await giveKeys(where.node, window, parts, signal);
      if (clear) await clearByKeys(node, window, parts, signal);
      await seat.type(text.replaceAll('\r\n', '\n'), window, signal);
    },
    async key(chord, how, where, signal) {
      const window = await windowOf(where, parts);
      const node = isFocused(where.node) || !where.node ? goingOn.in(window, where.node) : where.node;
      const isEnter = chord.normal === 'Enter' && how.repeat === 1 && how.phase === undefined;
      // GTK raises a window whose field is given the keys: what Enter does there can be asked for instead.
      if (node && !isFocused(node) && isEnter && (await accessibility?.submit(node, signal))) return;
      if (node && accessibility) await giveKeysBeforeKey(node, window, parts, signal);
      await seat.key(chord, how, window, signal);
    },
  };
}

const isFocused = (node: ScreenNode | undefined): boolean => node?.states.includes('focused') ?? false;

/** A field that is typed into need not have the keys: what is typed next goes there all the same, until the keys go elsewhere. */
function fieldsInUse() {
  const fields = new Map<string, { field: ScreenNode; focused: string | undefined }>();
  return {
    in({ id }: ScreenWindow, focused: ScreenNode | undefined): ScreenNode | undefined {
      const last = fields.get(id);
      return last && last.focused === focused?.key ? last.field : undefined;
    },
    set({ id }: ScreenWindow, field: ScreenNode, focused: ScreenNode | undefined): void {
      fields.set(id, { field, focused: focused?.key });
    },
  };
}

/** A terminal shows text but takes keys; and Enter in a field of one line is a key, not a character. */
function takesText({ role, kind, states }: ScreenNode, text: string): boolean {
  if (role !== 'TextInput' || kind === 'terminal' || states.includes('readonly')) return false;
  return states.includes('multiline') || !/[\r\n]/.test(text);
}

async function giveKeys(node: ScreenNode, window: ScreenWindow, parts: KeyParts, signal?: AbortSignal): Promise<void> {
  if (node.states.includes('focused')) return;
  await parts.seat.attend(window); // programs tell who has the keys only of a window that has them
  const now = await parts.accessibility?.focusedIn(window, signal);
  if (now && (now.key === node.key || isInside(now, node))) return;
  if (await parts.accessibility?.focus(node, signal)) return;
  await parts.clickOn(node, window, signal);
}

/** A key at the wrong place may do harm: Enter presses whatever has the keys. */
async function giveKeysBeforeKey(
  node: ScreenNode,
  window: ScreenWindow,
  parts: KeyParts,
  signal?: AbortSignal,
): Promise<void> {
  await giveKeys(node, window, parts, signal);
  if (node.role === 'TableCell') return; // a sheet behind other windows goes on telling which cell was in use before
  const now = await parts.accessibility?.focusedIn(window, signal);
  if (!now || now.key === node.key || isInside(now, node)) return;
  throw new HandrailError(
    'background_unavailable',
    `"${node.name.slice(0, 60)}" did not get the keys: "${now.name.slice(0, 60)}" has them, so no key was pressed.`,
    'Click it first, or bring its window to the front: focus_app with raise.',
  );
}

/** The field of a combo box has the keys that its box was given. */
function isInside({ bounds: inner }: ScreenNode, { bounds: outer }: ScreenNode): boolean {
  return inner !== undefined && outer !== undefined && contains(outer, center(inner));
}

/** What is selected by Control+A depends on what has the keys: a field, or all files of a folder. */
async function clearByKeys(
  node: ScreenNode | undefined,
  window: ScreenWindow,
  { seat, accessibility }: KeyParts,
  signal?: AbortSignal,
): Promise<void> {
  if (node?.role === 'TableCell') return; // typing replaces what is in a cell
  if (accessibility && node?.role !== 'TextInput')
    throw new HandrailError(
      'not_editable',
      'What has the keys is not a text field, so there is nothing to clear.',
      'Type without clear, or into a field.',
    );
  const chords = node?.kind === 'terminal' ? [lineStart, lineRemove] : [selectAll, remove];
  for (const chord of chords) await seat.key(chord, { repeat: 1 }, window, signal);
}

async function windowOf({ window }: Keyboard, { x }: KeyParts): Promise<ScreenWindow> {
  const found = window ?? (await x.windows()).find(({ popup, shown }) => shown && !popup);
  if (found) return found;
  throw new HandrailError('not_found', 'There is no window that could take keys.', 'Start a program with launch.');
}

/** Characters that are no text, such as the bell: no field holds them, and a key of that name may do harm. */
function checkControls(text: string): void {
  const at = text.search(/[^\P{Cc}\t\n\r]/u);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  throw new HandrailError(
    'invalid_action',
    `The text has a control character (U+${code}) at ${at}, which cannot be typed.`,
    'Leave it out, or press a key with the key action.',
  );
}
