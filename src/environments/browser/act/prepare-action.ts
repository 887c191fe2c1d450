import type { Action } from '../../../core/action.js';
import type { BrowserLimits } from '../limits.js';
import type { ActionContext, ActionOf } from './action-context.js';
import { prepareDialog } from './dialog-action.js';
import { prepareKey } from './key-action.js';
import {
  prepareClick,
  prepareDrag,
  prepareMove,
  preparePress,
  prepareRelease,
  prepareScroll,
} from './pointer-actions.js';
import type { PreparedAction } from './prepared-action.js';
import { prepareSelectText } from './select-text-action.js';
import { prepareSetValue } from './set-value-action.js';
import { prepareType } from './type-action.js';
import { prepareUpload } from './upload-action.js';
import { defaultWaitMs, prepareWait } from './wait-action.js';

/** The actions that every engine prepares the same way. */
export type CommonAction = ActionOf<
  | 'click'
  | 'move'
  | 'press'
  | 'release'
  | 'drag'
  | 'scroll'
  | 'type'
  | 'key'
  | 'set_value'
  | 'select_text'
  | 'upload'
  | 'dialog'
  | 'wait'
>;

/** Checks an action and brings its target into position. Sends no input. */
export function prepareCommonAction(context: ActionContext, action: CommonAction): Promise<PreparedAction> {
  switch (action.type) {
    case 'click':
      return prepareClick(context, action);
    case 'move':
      return prepareMove(context, action);
    case 'press':
      return preparePress(context, action);
    case 'release':
      return prepareRelease(context, action);
    case 'drag':
      return prepareDrag(context, action);
    case 'scroll':
      return prepareScroll(context, action);
    case 'type':
      return prepareType(context, action);
    case 'key':
      return prepareKey(context, action);
    case 'set_value':
      return prepareSetValue(context, action);
    case 'select_text':
      return prepareSelectText(context, action);
    case 'upload':
      return prepareUpload(context, action);
    case 'dialog':
      return prepareDialog(context, action);
    case 'wait':
      return prepareWait(context, action);
  }
}

const navigations = new Set<Action['type']>(['navigate', 'back', 'forward', 'reload']);
const extraMs = 5_000;

/** How long an action may take, including the observations before and after it. */
export function actionTimeoutMs(action: Action, limits: BrowserLimits): number {
  if (action.type === 'wait') {
    const secondsMs = typeof action.for === 'object' && 'seconds' in action.for ? action.for.seconds * 1_000 : 0;
    return Math.max(secondsMs, action.timeoutMs ?? defaultWaitMs) + extraMs;
  }
  if (navigations.has(action.type) || (action.type === 'tab' && action.url !== undefined))
    return limits.navigationTimeoutMs + extraMs;
  if (action.type === 'key' && action.holdMs)
    return limits.actionTimeoutMs + action.holdMs * action.keys.trim().split(/\s+/).length;
  return limits.actionTimeoutMs;
}
