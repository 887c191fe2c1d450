import type { Element, Role, State } from '../../src/core/element.js';
import type { AxFact } from './ax-witness.js';

export interface Miss {
  what: 'absent' | 'name' | 'role' | 'value' | 'state';
  told: string;
}

/** The browser's interactive roles and the corresponding element roles. */
const roles: Record<string, Role[]> = {
  button: ['Button'],
  link: ['Link'],
  textbox: ['TextInput'],
  searchbox: ['TextInput'],
  spinbutton: ['TextInput'],
  checkbox: ['Checkbox'],
  switch: ['Checkbox'],
  radio: ['Radio'],
  combobox: ['Dropdown'],
  listbox: ['List'],
  option: ['MenuItem'],
  menuitem: ['MenuItem'],
  menuitemcheckbox: ['MenuItem'],
  menuitemradio: ['MenuItem'],
  tab: ['Tab'],
  treeitem: ['ListItem'],
  slider: ['Other'],
  scrollbar: ['Other'],
  DisclosureTriangle: ['Button'],
  PopUpButton: ['Button', 'Dropdown'],
  ToggleButton: ['Button'],
  Date: ['TextInput'],
  DateTime: ['TextInput'],
  InputTime: ['TextInput'],
  ColorWell: ['Other'],
};

/** Roots, frames and dialogs are focusable, but no controls. */
const bystanders = new Set([
  'RootWebArea',
  'Iframe',
  'IframePresentational',
  'InlineTextBox',
  'StaticText',
  'dialog',
  'alertdialog',
]);

/** In a grid the arrow keys move the focus, so its parts need no Tab stop. */
const gridParts = new Set(['row', 'cell', 'gridcell', 'columnheader', 'rowheader']);

export function mayBeUsed(role: string, focusable: boolean): boolean {
  return role in roles || (focusable && !bystanders.has(role));
}

/** An element that only a script can focus (`tabindex="-1"` on a heading or a section) is no control. */
export function isUsed({ role, tabIndex }: AxFact): boolean {
  return role in roles || tabIndex >= 0 || gridParts.has(role);
}

const normal = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim();

/** The differences between the browser's facts and ours for one element. */
export function compareNode(fact: AxFact, element: Element): Miss[] {
  const who = `${fact.role} <${fact.tag.toLowerCase()}> "${fact.name.slice(0, 60)}"`;
  const misses: Miss[] = [];
  const miss = (what: Miss['what'], theirs: string, ours: string) =>
    misses.push({ what, told: `${who}: theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}` });
  if (!sameName(fact, element)) miss('name', fact.name, element.name);
  const expected = roles[fact.role];
  if (expected && !expected.includes(element.role)) miss('role', fact.role, element.role);
  if (!element.interactive) miss('role', `${fact.role}, focusable`, 'not interactive');
  if (!sameValue(fact, element)) miss('value', fact.value, element.value ?? '');
  for (const [name, theirs, ours] of statePairs(fact, element.states))
    if (theirs !== ours) miss('state', `${name}=${theirs}`, `${name}=${ours}`);
  return misses;
}

function sameName(fact: AxFact, element: Element): boolean {
  const theirs = normal(fact.name).slice(0, 2_000);
  const ours = normal(element.name);
  if (theirs === ours) return true;
  // In the tree, an element without a role has no name: its text is a separate node. Here the text is its name.
  const isPlain = fact.role === 'generic' || !(fact.role in roles);
  return theirs === '' && isPlain && normal(fact.text).startsWith(ours.slice(0, 80));
}

function sameValue(fact: AxFact, element: Element): boolean {
  const ours = normal(element.value ?? '');
  const theirs = normal(fact.valueText || fact.states.valuetext || fact.value);
  if (element.states.includes('password')) return (ours === '') === (theirs === '');
  if (element.kind === 'file') return ours === (theirs === 'No file chosen' ? '' : theirs);
  if (fact.role === 'listbox') return theirs === '' || theirs === ours; // the tree leaves it to the options
  return theirs === ours;
}

function statePairs({ states, current }: AxFact, ours: readonly State[]): [string, string, string][] {
  const has = (state: State) => String(ours.includes(state));
  const pairs: [string, string, string][] = [];
  const both = (name: string, state: State) =>
    pairs.push([name, String((states[name] ?? 'false') === 'true'), has(state)]);
  both('disabled', 'disabled');
  // The protocol reports "required" for text fields and lists only.
  if (states.required !== undefined) both('required', 'required');
  both('readonly', 'readonly');
  both('focused', 'focused');
  if (!current) both('selected', 'selected');
  pairs.push(['invalid', String((states.invalid ?? 'false') !== 'false'), has('invalid')]);
  if (states.checked !== undefined)
    pairs.push([
      'checked',
      states.checked,
      ours.includes('checked') ? 'true' : ours.includes('mixed') ? 'mixed' : 'false',
    ]);
  if (states.pressed !== undefined)
    pairs.push([
      'pressed',
      states.pressed,
      ours.includes('pressed') ? 'true' : ours.includes('mixed') ? 'mixed' : 'false',
    ]);
  if (states.expanded !== undefined) pairs.push(['expanded', states.expanded, has('expanded')]);
  return pairs;
}
