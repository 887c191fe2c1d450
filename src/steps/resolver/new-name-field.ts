import type { Element } from '../../core/element.js';
import type { ExecutionState } from '../execution-state.js';
import { isField } from './want.js';

/** The field that came with the last thing done: the only new one, the one with the focus, or the only one of the dialog. */
export function nameField({ turn }: ExecutionState, before: readonly Element[]): Element | undefined {
  const known = new Set(before.map(({ id }) => id));
  const fields = turn.observation.elements.filter(
    (element) => isField(element) && !element.states.includes('readonly') && !element.states.includes('disabled'),
  );
  const fresh = fields.filter(({ id }) => !known.has(id));
  if (fresh.length === 1) return fresh[0];
  const focused = fields.find(({ states }) => states.includes('focused'));
  if (focused) return focused;
  return fresh.find(({ name }) => /\b(?:name|title)\b/iu.test(name));
}
