import { ariaRoles } from '../../../core/aria-roles.js';
import type { Role } from '../../../core/element.js';
import { attributeOf, hasAttribute, isContentEditable, parentOf, tagOf } from '../dom/native-node.js';
import { closestAround } from '../dom/native-query.js';

/** Maps each word of a text to the key of the text: `{ A: 'x y' }` to `{ x: 'A', y: 'A' }`. */
function keysByWord<Key extends string>(texts: Partial<Record<Key, string>>): Record<string, Key> {
  const pairs = (Object.entries(texts) as [Key, string][]).map(([key, text]) =>
    text.split(' ').map((word) => [word, key]),
  );
  return Object.fromEntries(pairs.flat());
}

/** The element role of each ARIA role. Other roles map to `Other`. */
const rolesByAriaRole = keysByWord<Role>(ariaRoles);

const knownRoles = new Set([
  ...Object.keys(rolesByAriaRole),
  'slider',
  'scrollbar',
  'progressbar',
  'meter',
  'article',
  'figure',
  'separator',
  'tooltip',
  'none',
  'presentation',
  'generic',
  'rowgroup',
  'application',
  'document',
  'definition',
  'term',
  'note',
  'math',
  'feed',
  'timer',
  'marquee',
  'directory',
]);

export const interactiveRoles = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'spinbutton',
  'checkbox',
  'switch',
  'radio',
  'combobox',
  'listbox',
  'option',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'tab',
  'treeitem',
  'slider',
  'scrollbar',
]);

/** Parts of a grid that are controls if they are focusable, even if the Tab key skips them. */
export const gridRoles = new Set(['row', 'gridcell', 'cell', 'columnheader', 'rowheader']);

export const landmarkRoles = new Set([
  'banner',
  'navigation',
  'main',
  'complementary',
  'contentinfo',
  'region',
  'search',
  'form',
]);

export const rolesNamedByContent = new Set([
  'button',
  'cell',
  'checkbox',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'row',
  'rowheader',
  'switch',
  'tab',
  'tooltip',
  'treeitem',
]);

const inputRoles: Record<string, string> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  color: 'color',
  date: 'date',
  'datetime-local': 'datetime-local',
  month: 'month',
  week: 'week',
  time: 'time',
  file: 'file',
};

const tagRoles: Record<string, string> = {
  BUTTON: 'button',
  TEXTAREA: 'textbox',
  SUMMARY: 'summary',
  OPTION: 'option',
  DIALOG: 'dialog',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  H5: 'heading',
  H6: 'heading',
  NAV: 'navigation',
  MAIN: 'main',
  ASIDE: 'complementary',
  UL: 'list',
  OL: 'list',
  MENU: 'list',
  LI: 'listitem',
  TABLE: 'table',
  TR: 'row',
  TD: 'cell',
  TH: 'columnheader',
  PROGRESS: 'progressbar',
  METER: 'meter',
  ARTICLE: 'article',
  FIGURE: 'figure',
  OUTPUT: 'status',
  FIELDSET: 'group',
  SEARCH: 'search',
  P: 'paragraph',
  AUDIO: 'audio',
  VIDEO: 'video',
  CANVAS: 'canvas',
};

const sectioningSelector = 'article, aside, main, nav, section';

/** The ARIA role: the first valid explicit one, else the native one. Some input types are roles of their own here. */
export function ariaRole(element: Element): string {
  const explicit = attributeOf(element, 'role');
  if (explicit) {
    for (const token of explicit.toLowerCase().split(/\s+/)) {
      if (!knownRoles.has(token)) continue;
      if (token === 'none' || token === 'presentation') {
        // A focusable element keeps its native role.
        if (isFocusable(element)) break;
        return 'none';
      }
      return token;
    }
  }
  return nativeRole(element);
}

export function isFocusable(element: Element, style?: CSSStyleDeclaration): boolean {
  if (hasAttribute(element, 'tabindex')) return true;
  switch (tagOf(element)) {
    case 'A':
    case 'AREA':
      return hasAttribute(element, 'href');
    case 'a':
      return isSvgLink(element);
    case 'INPUT':
      return attributeOf(element, 'type') !== 'hidden';
    case 'BUTTON':
    case 'SELECT':
    case 'TEXTAREA':
    case 'SUMMARY':
      return true;
    default:
      return isContentEditable(element, style);
  }
}

function isSvgLink(element: Element): boolean {
  return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href');
}

function nativeRole(element: Element): string {
  switch (tagOf(element)) {
    case 'A':
    case 'AREA':
      return hasAttribute(element, 'href') ? 'link' : 'generic';
    case 'INPUT': {
      const input = element as HTMLInputElement;
      if (input.list && ['text', 'search', 'url', 'tel', 'email'].includes(input.type)) return 'combobox';
      return inputRoles[input.type] ?? 'textbox';
    }
    case 'SELECT': {
      const select = element as HTMLSelectElement;
      return select.multiple || select.size > 1 ? 'listbox' : 'combobox';
    }
    case 'IMG':
      return attributeOf(element, 'alt') === '' ? 'none' : 'image';
    case 'HEADER':
      return closestAround(element, sectioningSelector) ? 'generic' : 'banner';
    case 'FOOTER':
      return closestAround(element, sectioningSelector) ? 'generic' : 'contentinfo';
    case 'SECTION':
      return hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby') ? 'region' : 'generic';
    case 'FORM':
      return hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby') ? 'form' : 'generic';
    case 'TH':
      return attributeOf(element, 'scope') === 'row' ? 'rowheader' : 'columnheader';
    case 'SUMMARY':
      return parentOf(element) instanceof HTMLDetailsElement ? 'summary' : 'generic';
    case 'svg':
      return 'image';
    case 'a':
      return isSvgLink(element) ? 'link' : 'generic';
    default:
      return tagRoles[tagOf(element)] ?? 'generic';
  }
}

const rolesByNativeRole = keysByWord<Role>({
  Other: 'color slider',
  TextInput: 'date datetime-local month week time',
  Button: 'file summary',
  Container: 'article figure',
});

/** The element role of an ARIA or native role. */
export function toRole(role: string): Role {
  return rolesByAriaRole[role] ?? rolesByNativeRole[role] ?? 'Other';
}
