import type { Action } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { ActionContext } from '../act/action-context.js';
import { prepareCommonAction } from '../act/prepare-action.js';
import type { PreparedAction } from '../act/prepared-action.js';
import { prepareHistory, prepareNavigate, prepareReload } from './navigation-actions.js';
import type { TargetContext } from './resolve-element.js';
import { prepareScript } from './script-action.js';
import { prepareFocusApp, prepareTab } from './tab-actions.js';

export type ChromiumActionContext = ActionContext & TargetContext;

const movesPointer = new Set<Action['type']>(['move', 'press', 'release', 'drag', 'scroll']);

/** Checks an action and brings its target into position. Sends no input. */
export function prepareAction(context: ChromiumActionContext, action: Action): Promise<PreparedAction> {
  if (movesPointer.has(action.type)) context.tab.pointer = undefined;
  switch (action.type) {
    case 'navigate':
      return prepareNavigate(context, action);
    case 'back':
    case 'forward':
      return prepareHistory(context, action);
    case 'reload':
      return prepareReload(context);
    case 'tab':
      return prepareTab(context, action);
    case 'evaluate':
      return prepareScript(context, action);
    case 'focus_app':
      return prepareFocusApp(context, action);
    case 'launch':
    case 'close_app':
    case 'menu':
    case 'clipboard':
      return Promise.reject(desktopOnly(action.type));
    default:
      return prepareCommonAction(context, action);
  }
}

function desktopOnly(type: string): HandrailError {
  return new HandrailError(
    'unsupported',
    `A browser session does not support "${type}": it shows pages, not programs.`,
    'Open a desktop or container session for it.',
  );
}
