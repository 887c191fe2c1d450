import type { Action } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { ActionContext, PreparedAction } from './action-context.js';
import { dialog, focusApp, history, navigate, reload, tab } from './page-actions.js';
import { click, drag, move, press, release, scroll } from './pointer-actions.js';
import { evaluate } from './script-action.js';
import { key, setValue, type, upload } from './text-actions.js';
import { wait } from './wait-action.js';

const movesPointer = new Set<Action['type']>(['move', 'press', 'release', 'drag', 'scroll']);

/** Makes an action ready: everything is checked, nothing is done yet. */
export function begin(hands: ActionContext, action: Action, seenUrl: string): Promise<PreparedAction> {
  if (movesPointer.has(action.type)) hands.tab.pointer = undefined;
  switch (action.type) {
    case 'click':
      return click(hands, action);
    case 'move':
      return move(hands, action);
    case 'press':
      return press(hands, action);
    case 'release':
      return release(hands, action);
    case 'drag':
      return drag(hands, action);
    case 'scroll':
      return scroll(hands, action);
    case 'type':
      return type(hands, action);
    case 'key':
      return key(hands, action);
    case 'set_value':
      return setValue(hands, action);
    case 'wait':
      return wait(hands, action, seenUrl);
    case 'navigate':
      return navigate(hands, action);
    case 'back':
    case 'forward':
      return history(hands, action);
    case 'reload':
      return reload(hands);
    case 'tab':
      return tab(hands, action);
    case 'dialog':
      return dialog(hands, action);
    case 'upload':
      return upload(hands, action);
    case 'evaluate':
      return evaluate(hands, action);
    case 'focus_app':
      return focusApp(hands, action);
    case 'launch':
    case 'close_app':
    case 'menu':
    case 'clipboard':
      return Promise.reject(onlyDesktops(action.type));
  }
}

function onlyDesktops(what: string): HandrailError {
  return new HandrailError(
    'unsupported',
    `A browser session has no "${what}": it shows pages, not programs.`,
    'Open a desktop or container session for that.',
  );
}

/** What may be done while something stands in front of the page. */
export function checkModal(hands: ActionContext, action: Action): void {
  const open = hands.tab.modal;
  if (!open || action.type === open.modal.clearedBy) return;
  if (action.type === 'tab' || action.type === 'focus_app') return;
  if (open.chooser) {
    // A file chooser that is not answered is closed by going on, as Escape would.
    if (action.type !== 'upload') hands.tab.modal = undefined;
    return;
  }
  throw new HandrailError(
    'modal_open',
    `A dialog (${open.modal.kind}) is open: "${open.modal.text.slice(0, 200)}" (the page's words).`,
    "Answer it with { type: 'dialog', accept: true | false }.",
  );
}

/** How long an action may take, all told. */
export function deadlineOf(
  action: Action,
  { action: usual, navigation }: { action: number; navigation: number },
): number {
  if (action.type === 'wait') {
    const seconds = typeof action.for === 'object' && 'seconds' in action.for ? action.for.seconds * 1_000 : 0;
    return Math.max(seconds, action.timeoutMs ?? 10_000) + 5_000;
  }
  if (['navigate', 'back', 'forward', 'reload'].includes(action.type)) return navigation + 5_000;
  if (action.type === 'tab' && action.url !== undefined) return navigation + 5_000;
  if (action.type === 'key' && action.holdMs) return usual + action.holdMs * action.keys.trim().split(/\s+/).length;
  return usual;
}
