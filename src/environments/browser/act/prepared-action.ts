import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import type { PageDocument } from '../frames/page-document.js';

/** Thrown by `execute` when the page refused the action before anything happened. */
export class ActionRefused extends HandrailError {}

/** An action whose preconditions hold and whose target is in position. No input was sent yet. */
export interface PreparedAction {
  execute(): Promise<void>;
  /** The documents whose changes are recorded: the main document first, the one acted on last. */
  documents: PageDocument[];
  /** If nothing changes at first, an effect may follow later. */
  awaitsLateEffects: boolean;
  /** The browser itself reacts a moment later, for example by scrolling. */
  hasNativeEffect: boolean;
  /** Changes that the action makes by definition. */
  changes: Change[];
  /** A focus change is an effect of this action. */
  movesFocus: boolean;
  /** The last of `documents` must receive an input event. */
  mustReceiveInput: boolean;
  /** The text that is typed, and whether its target is a password field. */
  typed?: { text: string; isPassword: boolean; hasTarget: boolean };
  /** The action opens a URL, which may show another view of the same document. */
  navigates: boolean;
  /** A tab that the action opens stays in the background, as with Control held. */
  opensBackgroundTab: boolean;
  /** The return value of a script, available after `execute`. */
  value?(): unknown;
}

/** A prepared action with `options` in place of the defaults. */
export function preparedAction(
  execute: () => Promise<void>,
  options: Partial<Omit<PreparedAction, 'execute'>> = {},
): PreparedAction {
  return {
    execute,
    documents: [],
    awaitsLateEffects: false,
    hasNativeEffect: false,
    changes: [],
    movesFocus: false,
    mustReceiveInput: false,
    navigates: false,
    opensBackgroundTab: false,
    ...options,
  };
}
