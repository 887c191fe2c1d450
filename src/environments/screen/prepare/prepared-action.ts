import type { Action } from '../../../core/action.js';
import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry.js';
import type { InputDriver, ScreenNode, ScreenWindow } from '../screen.js';
import type { WindowTracker } from '../windows/window-tracker.js';
import type { ScreenLayout } from './screen-layout.js';

/** A checked action that is ready to execute. Nothing has happened yet. */
export interface PreparedAction {
  execute(signal?: AbortSignal): Promise<void>;
  /** Runs before `execute` and settles on its own, so its effect is not taken for the effect of `execute`. */
  executeFirst?(signal?: AbortSignal): Promise<void>;
  /** The target window. */
  window?: ScreenWindow | undefined;
  /** The target node. */
  node?: ScreenNode | undefined;
  /** The action does not make its window the current one: a pointer movement, a wheel turn. */
  keepsCurrentWindow?: boolean;
  /** Programs may react with a delay. */
  mayReactLate?: boolean;
  /** A focus change is the intended effect. */
  movesFocus?: boolean;
  /** The changes that a snapshot cannot show. */
  findChanges?(windows: readonly ScreenWindow[]): Change[] | Promise<Change[]>;
  /** The text that the node ends with afterwards. */
  expectedText?: string;
  /** The node contains only `expectedText` afterwards. */
  replacesText?: boolean;
  /** The action is to make another window the current one. */
  switchesWindow?: boolean;
  /** The action does not touch the current window. */
  isOutsideCurrentWindow?: boolean;
  /** Bounds whose pixels prove nothing: a pressed button looks pressed. */
  ignoredBounds: readonly Rect[];
}

export type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

export interface PrepareContext {
  input: InputDriver;
  layout: ScreenLayout;
  windows: WindowTracker;
  /** Keys that stay down until an action releases them. */
  heldKeys: Set<string>;
}

const maxControlHeight = 80;

/** The bounds of a small control. The pixels of a large element, such as a page, count as evidence. */
export function controlBounds(node: ScreenNode | undefined): Rect[] {
  return node?.bounds && node.bounds.height < maxControlHeight ? [node.bounds] : [];
}

/** Throws `invalid_action` for a text with a lone surrogate, which no program can store. */
export function checkText(text: string): void {
  const index = text.search(/\p{Surrogate}/u);
  if (index < 0) return;
  throw new HandrailError(
    'invalid_action',
    `The text has half a character (a lone surrogate) at ${index}, which cannot be typed.`,
    'Leave it out, or send the whole character.',
  );
}

export function noWindow(): HandrailError {
  return new HandrailError('not_found', 'No window can take keys.', 'Start a program with the launch action.');
}
