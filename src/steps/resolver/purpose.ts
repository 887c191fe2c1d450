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

type Test = (element: Element) => boolean;

const isAny: Test = () => true;
const isPressable: Test = ({ interactive }) => interactive;

/** The elements that can take an instruction. The elements of an earlier test take precedence over those of a later one. */
const tests: Readonly<Record<Purpose, readonly Test[]>> = {
  click: [isPressable],
  field: [(element) => isField(element) || element.role === 'Dropdown'],
  choice: [
    isChoice,
    ({ interactive, role }) => interactive && (role === 'TextInput' || role === 'Button'),
    ({ role }) => role === 'Container',
  ],
  check: [isCheckable, ({ interactive, role }) => interactive && role !== 'Link' && role !== 'TextInput'],
  set: [
    (element) =>
      isField(element) ||
      isChoice(element) ||
      isCheckable(element) ||
      element.kind === 'slider' ||
      element.kind === 'color',
  ],
  file: [({ kind }) => kind === 'file', isPressable],
  expand: [({ states }) => states.includes('collapsed') || states.includes('expanded'), isPressable],
  item: [(element) => !isField(element) && element.level === undefined],
  drag: [isAny],
  thing: [isAny],
  any: [isAny],
};

export function testsFor(purpose: Purpose): readonly Test[] {
  return tests[purpose];
}
