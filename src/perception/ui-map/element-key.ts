import type { Element } from '../../core/element.js';

/** Everything that the map shows about an element, apart from its id and the focus. */
export function elementKey({ role, name, value, states, level, kind, description, frame }: Element): string {
  const shown = states.filter((state) => state !== 'focused');
  return JSON.stringify([role, name, value, shown, level, kind, description, frame]);
}
