import type { Action } from './action.js';

/** Risk levels: read only, click, submit a form, access files, sign in or run code. */
export const safetyLevels = ['safe', 'low_risk', 'medium', 'high', 'dangerous'] as const;
export type Safety = (typeof safetyLevels)[number];

export function isAtLeast(level: Safety, min: Safety): boolean {
  return safetyLevels.indexOf(level) >= safetyLevels.indexOf(min);
}

const readOnly = new Set<Action['type']>([
  'navigate',
  'back',
  'forward',
  'reload',
  'scroll',
  'move',
  'wait',
  'select_text',
  'focus_app',
]);

/** The risk of an action by its type, whatever its target. */
export function safetyOf(action: Action): Safety {
  const { type } = action;
  // Raising a window takes the screen and the keyboard focus from the user.
  if (type === 'focus_app' && action.raise) return 'medium';
  if (readOnly.has(type)) return 'safe';
  if (type === 'close_app') return 'medium';
  if (type === 'upload' || type === 'launch') return 'high';
  return type === 'evaluate' ? 'dangerous' : 'low_risk';
}
