import type { Element } from '../../core/element.js';
import type { ExecutionState } from '../execution-state.js';
import { isEditable } from './purpose.js';

/** The field for a name that the last call opened: the only new field, the focused field, or a new field called "name" or "title". */
export function newNameField({ turn }: ExecutionState, before: readonly Element[]): Element | undefined {
  const known = new Set(before.map(({ id }) => id));
  const fields = turn.observation.elements.filter(isEditable);
  const added = fields.filter(({ id }) => !known.has(id));
  if (added.length === 1) return added[0];
  const focused = fields.find(({ states }) => states.includes('focused'));
  if (focused) return focused;
  return added.find(({ name }) => /\b(?:name|title)\b/iu.test(name));
}
