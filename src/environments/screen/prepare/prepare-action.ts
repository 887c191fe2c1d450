import type { Action } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { prepareKey, prepareSetValue, prepareType } from './prepare-keyboard.js';
import { prepareClick, prepareDrag, prepareMove, preparePressOrRelease, prepareScroll } from './prepare-pointer.js';
import {
  prepareClipboard,
  prepareCloseApp,
  prepareFocusApp,
  prepareLaunch,
  prepareMenu,
  prepareTab,
} from './prepare-program.js';
import type { PrepareContext, PreparedAction } from './prepared-action.js';

/** Checks an action and makes it ready to execute. Throws HandrailError when it cannot be done. */
export function prepareAction(action: Action, context: PrepareContext): PreparedAction {
  switch (action.type) {
    case 'click':
      return prepareClick(action, context);
    case 'move':
      return prepareMove(action, context);
    case 'press':
    case 'release':
      return preparePressOrRelease(action, context);
    case 'drag':
      return prepareDrag(action, context);
    case 'scroll':
      return prepareScroll(action, context);
    case 'type':
      return prepareType(action, context);
    case 'key':
      return prepareKey(action, context);
    case 'set_value':
      return prepareSetValue(action, context);
    case 'menu':
      return prepareMenu(action, context);
    case 'focus_app':
      return prepareFocusApp(action, context);
    case 'close_app':
      return prepareCloseApp(action, context);
    case 'tab':
      return prepareTab(action, context);
    case 'launch':
      return prepareLaunch(action, context);
    case 'clipboard':
      return prepareClipboard(action, context);
    default:
      throw unsupported(action.type);
  }
}

function unsupported(type: string): HandrailError {
  return new HandrailError(
    'unsupported',
    `"${type}" works only on browser pages; this is a desktop screen.`,
    type === 'dialog' || type === 'upload'
      ? 'A dialog here is a normal window: use its fields and buttons.'
      : 'Use clicks, keys and menus of the program.',
  );
}
