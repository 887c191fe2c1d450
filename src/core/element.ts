import type { Rect } from './geometry.js';

/** Identifies one node for the whole session. Never reused. The mark N on a picture is `el_N`. */
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
  /** A field that received a secret, or that asks for a PIN, a key, a code or a card number. */
  | 'secret'
  | 'busy'
  | 'covered'
  | 'offscreen'
  | GuessedState;

/** States that only a style shows: one of several siblings has a class such as `active`, or looks different from all others. The question mark says that it is a guess. */
export type GuessedState = 'selected?' | 'pressed?' | 'expanded?';

/** What an element is and says, however it was read. */
export interface ElementFacts {
  role: Role;
  /** The accessible name. Empty if the element has none. */
  name: string;
  /** The visible value of a field. Never a password. */
  value?: string;
  description?: string;
  /** A name for a control without one, guessed from its tooltip, icon, address, id or the text beside it. The map shows `"trash"?`. */
  guess?: string;
  /** What a user sees of a shape or a box: colour, form and position in a grid, for example `red circle` or `row 2 column 3`. */
  look?: string;
  /** The visible text of a control, if it differs from the name. */
  text?: string;
  /** In the result of a search: the text around a control that has the same name as another one. */
  near?: string;
  states: State[];
  /** Set for an area that scrolls on its own: the hidden pixels above and below, and left and right if it scrolls across. */
  more?: [above: number, below: number, left?: number, right?: number];
  /** How many options a drop-down list has. */
  options?: number;
  /** True for an element that a user can click, type into or drag. */
  interactive: boolean;
  /** Heading level, 1 to 6. */
  level?: number;
  /** The ARIA role or landmark, if it says more than `role` (`navigation`, `switch`, `slider` …). */
  kind?: string;
}

export interface Element extends ElementFacts {
  id: ElementId;
  bounds: Rect;
  /** The name or URL of its frame, if that is not the main page. */
  frame?: string;
  /**
   * The parts of the document that contain the element, outermost first. An element with children is a part itself. Compare them to
   * find out what belongs together. The id of a row or another item ends with `itemMark`.
   */
  path?: readonly string[];
  /** Set if the element is in a row of a list, table or grid of similar rows. */
  list?: ListPosition;
}

/** Ends the id of a part that is a row, a list item or another item of a collection. */
export const itemMark = '*';

export interface ListPosition {
  /** The element that contains the rows. `expand` takes its id. */
  container: ElementId;
  /** Index of the row among all rows, from 0. */
  row: number;
  /** Number of all rows, visible or not. */
  rowCount: number;
}

/** Whether the value of the field is never shown. */
export function isSecretField({ states }: Pick<ElementFacts, 'states'>): boolean {
  return states.includes('password') || states.includes('secret');
}

export function isElementId(text: string): text is ElementId {
  return /^el_[1-9]\d*$/.test(text);
}
