import type { Rect } from './geometry.js';

/** Bound to one node for the life of a session; never reused. The mark N on a picture is `el_N`. */
export type ElementId = `el_${number}`;

export const roles = [
  'Button',
  'Link',
  'TextInput',
  'Checkbox',
  'Radio',
  'Dropdown',
  'Menu',
  'MenuItem',
  'Tab',
  'Dialog',
  'Image',
  'Text',
  'Container',
  'List',
  'ListItem',
  'Table',
  'TableRow',
  'TableCell',
  'Toolbar',
  'Other',
] as const;
export type Role = (typeof roles)[number];

export type State =
  | 'focused'
  | 'disabled'
  | 'readonly'
  | 'required'
  | 'invalid'
  | 'checked'
  | 'unchecked'
  | 'mixed'
  | 'pressed'
  | 'selected'
  | 'expanded'
  | 'collapsed'
  | 'multiline'
  | 'password'
  | 'busy'
  | 'covered'
  | 'offscreen';

export interface Element {
  id: ElementId;
  role: Role;
  /** By the accessible-name rules; empty when the element has none. */
  name: string;
  /** What a person would read in the field. Never a password. */
  value?: string;
  description?: string;
  states: State[];
  bounds: Rect;
  /** True for what a person would click, type into or drag. */
  interactive: boolean;
  /** Heading level, 1 to 6. */
  level?: number;
  /** The landmark or finer ARIA role behind `role`, where it says more (`navigation`, `switch`, `slider` …). */
  kind?: string;
  /** The frame it lives in, when that is not the page itself: the frame's name or address. */
  frame?: string;
  /** Set when the element stands in a row of a list, table or grid of like rows. */
  list?: ListPlace;
}

export interface ListPlace {
  /** The element around the rows: what `expand` takes. */
  of: ElementId;
  /** Which row, counted from 0 over all rows, seen or not. */
  row: number;
  /** How many rows there are, seen or not. */
  rows: number;
}

export function isElementId(text: string): text is ElementId {
  return /^el_[1-9]\d*$/.test(text);
}
