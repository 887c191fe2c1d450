import type { Action } from './action.js';

/** How much harm a thing can do, from reading only to what may hurt: read, click, submit a form, touch files, sign in or run code. */
export const safetyLevels = ['safe', 'low_risk', 'medium', 'high', 'dangerous'] as const;
export type Safety = (typeof safetyLevels)[number];

export function isAtLeast(level: Safety, least: Safety): boolean {
  return safetyLevels.indexOf(level) >= safetyLevels.indexOf(least);
}

const readOnly = new Set<Action['type']>([
  'navigate',
  'back',
  'forward',
  'reload',
  'scroll',
  'move',
  'wait',
  'focus_app',
]);

/** What an action can do by its kind alone, whatever it is done to. */
export function safetyOf(action: Action): Safety {
  const { type } = action;
  // To raise a window takes the screen and the keys away from whoever sits there.
  if (type === 'focus_app' && action.raise) return 'medium';
  if (readOnly.has(type)) return 'safe';
  if (type === 'close_app') return 'medium';
  if (type === 'upload' || type === 'launch') return 'high';
  return type === 'evaluate' ? 'dangerous' : 'low_risk';
}
