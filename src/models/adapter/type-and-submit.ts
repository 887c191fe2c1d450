import type { Action } from '../../core/action.js';
import type { Point } from '../../core/geometry.js';

/** Types a text. A newline at its end submits it. */
export function typeAndSubmit(content: string, target?: Point): Action {
  const text = content.replace(/\n+$/, '');
  const at = target ? { target } : {};
  if (text === content) return { type: 'type', text, ...at };
  return text === '' ? { type: 'key', keys: 'Enter' } : { type: 'type', text, submit: true, ...at };
}
