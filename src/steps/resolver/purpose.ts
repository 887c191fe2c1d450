import type { Element } from '../../core/element.js';

/** What the caller does with an element: not every element can be typed into or checked. */
export type Purpose =
  | 'click'
  | 'field'
  | 'choice'
  | 'check'
  | 'set'
  | 'file'
  | 'drag'
  | 'any'
  | 'expand'
  | 'thing'
  | 'item';

const textKinds = new Set([
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'email',
  'number',
]);

export function isField(element: Element): boolean {
  return (
    element.role === 'TextInput' ||
    (element.interactive && textKinds.has(element.kind ?? '')) ||
    element.states.includes('multiline')
  );
}

/** Whether a field accepts input. */
export function isEditable(element: Element): boolean {
  return isField(element) && !element.states.includes('disabled') && !element.states.includes('readonly');
}

export function isCheckable(element: Element): boolean {
  if (element.role === 'Checkbox' || element.role === 'Radio') return true;
  return element.states.some((state) => state === 'checked' || state === 'unchecked' || state === 'mixed');
}

export function isChoice(element: Element): boolean {
  return element.role === 'Dropdown' || element.kind === 'listbox' || (element.role === 'List' && element.interactive);
}

/** How well an element suits a purpose: a factor for its match score. */
export function fitness(purpose: Purpose, element: Element): number {
  switch (purpose) {
    case 'field':
      if (isField(element)) return element.states.includes('readonly') ? 0.9 : 1;
      return element.role === 'Dropdown' ? 0.9 : 0;
    case 'choice':
      return isChoice(element)
        ? 1
        : element.interactive && (element.role === 'TextInput' || element.role === 'Button')
          ? 0.9
          : element.role === 'Container'
            ? 0.85
            : 0;
    case 'check':
      return isCheckable(element) ? 1 : element.interactive ? 0.8 : 0;
    case 'set':
      return isField(element) ||
        isChoice(element) ||
        isCheckable(element) ||
        element.kind === 'slider' ||
        element.kind === 'color'
        ? 1
        : 0;
    case 'file':
      return element.kind === 'file' ? 1.3 : element.interactive ? 0.9 : 0;
    case 'drag':
      return element.interactive ? 1 : 1.2;
    case 'item':
      return isField(element) || element.level !== undefined ? 0 : 1;
    case 'thing':
      return element.name === '' ? 0.7 : element.interactive ? 1 : 1.2;
    case 'expand':
      return element.states.includes('collapsed') || element.states.includes('expanded')
        ? 1.1
        : element.interactive
          ? 1
          : 0.95;
    case 'click':
      return 1;
    case 'any':
      return element.interactive ? 1 : 1.3;
  }
}
