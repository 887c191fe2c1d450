import type { Role, State } from '../../core/element.js';

/** What a role word in a phrase can mean: how well each role fits, 0 to 1, and the ARIA roles that fit fully. */
export interface RoleWord {
  roles: Partial<Record<Role, number>>;
  kinds?: readonly string[];
  /** Headings fit fully. */
  heading?: true;
  /** ARIA roles of `kinds` that fit only if the element is higher than wide. */
  vertical?: readonly string[];
  /** Elements to read, not to act on. */
  passive?: true;
}

const button: RoleWord = {
  roles: { Button: 1, MenuItem: 0.7, Link: 0.6, Tab: 0.6, Checkbox: 0.3, Dropdown: 0.3, Image: 0.3 },
};
const field: RoleWord = {
  roles: { TextInput: 1, Dropdown: 0.95 },
  kinds: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
};
const choice: RoleWord = { roles: { Dropdown: 1, Menu: 0.6, Button: 0.5 }, kinds: ['combobox', 'listbox', 'select'] };
const menu: RoleWord = { roles: { Menu: 1, Dropdown: 0.8, Button: 0.7, MenuItem: 0.6, Link: 0.4, Container: 0.4 } };
const check: RoleWord = { roles: { Checkbox: 1, Radio: 0.5 }, kinds: ['checkbox', 'switch'] };
const picture: RoleWord = { roles: { Image: 1 }, passive: true };
const icon: RoleWord = { roles: { Image: 1, Button: 0.95, Link: 0.85 } };
const row: RoleWord = { roles: { TableRow: 1, ListItem: 1 }, passive: true };
const dialog: RoleWord = { roles: { Dialog: 1 }, kinds: ['dialog', 'alertdialog'], passive: true };
const region: RoleWord = { roles: { Container: 1, List: 0.6, Table: 0.6, Dialog: 0.5, Text: 0.4 }, passive: true };
const landmark = (...kinds: string[]): RoleWord => ({ roles: { Container: 0.3 }, kinds, passive: true });

/** Words that name a role, in the singular. */
export const roleWords: ReadonlyMap<string, RoleWord> = new Map([
  ['button', button],
  ['btn', button],
  ['link', { roles: { Link: 1, Button: 0.5, MenuItem: 0.5, Tab: 0.4 } }],
  ['hyperlink', { roles: { Link: 1 } }],
  ['field', field],
  ['box', { ...field, roles: { TextInput: 1, Checkbox: 0.7, Dropdown: 0.6 } }],
  ['input', field],
  ['textbox', field],
  ['textfield', field],
  ['textarea', field],
  ['entry', field],
  ['checkbox', check],
  ['tickbox', check],
  ['toggle', { roles: { Checkbox: 1, Button: 0.8, Radio: 0.4 }, kinds: ['switch'] }],
  ['switch', { roles: { Checkbox: 1, Button: 0.7 }, kinds: ['switch'] }],
  ['radio', { roles: { Radio: 1, Checkbox: 0.4 } }],
  ['option', { roles: { Radio: 1, MenuItem: 1, ListItem: 0.8, Checkbox: 0.7, Other: 0.5 }, kinds: ['option'] }],
  ['dropdown', choice],
  ['select', choice],
  ['selector', choice],
  ['combobox', choice],
  ['picker', { ...choice, roles: { Dropdown: 1, TextInput: 0.8, Button: 0.6 } }],
  ['menu', menu],
  ['item', { roles: { MenuItem: 1, ListItem: 1, Link: 0.6, Button: 0.5 } }],
  ['tab', { roles: { Tab: 1, Link: 0.5, Button: 0.5 } }],
  ['slider', { roles: { Other: 0.5, TextInput: 0.3 }, kinds: ['slider'] }],
  ['image', picture],
  ['picture', picture],
  ['photo', picture],
  ['logo', { roles: { Image: 1, Link: 0.9, Button: 0.5 }, passive: true }],
  ['icon', icon],
  ['heading', { roles: {}, heading: true, passive: true }],
  ['title', { roles: { Text: 0.4 }, heading: true, passive: true }],
  ['text', { roles: { Text: 1, TableCell: 0.7 }, passive: true }],
  ['label', { roles: { Text: 1 }, passive: true }],
  ['row', row],
  ['line', row],
  ['cell', { roles: { TableCell: 1 }, passive: true }],
  ['dialog', dialog],
  ['modal', dialog],
  ['popup', dialog],
  ['window', dialog],
  ['list', { roles: { List: 1 }, passive: true }],
  ['table', { roles: { Table: 1 }, passive: true }],
  ['grid', { roles: { Table: 1 }, kinds: ['grid'], passive: true }],
  ['toolbar', { roles: { Toolbar: 1 }, passive: true }],
  ['section', region],
  ['panel', region],
  ['area', region],
  ['card', { roles: { ListItem: 1, Container: 1, TableRow: 0.6 }, passive: true }],
  ['form', { ...region, kinds: ['form', 'search'] }],
  ['header', { ...landmark('banner'), heading: true }],
  ['footer', landmark('contentinfo')],
  ['nav', landmark('navigation')],
  ['navigation', landmark('navigation')],
  ['sidebar', { ...landmark('complementary', 'navigation'), vertical: ['navigation'] }],
]);

/** Roles of elements that contain others. */
export const containerRoles: ReadonlySet<Role> = new Set(['Dialog', 'Container', 'Table', 'List', 'Menu', 'Toolbar']);

/** Words with little meaning in a name. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an the to of for on in at and or my your this that with from by it is'.split(' '),
);

/** Words of a phrase without meaning. */
export const fillerWords: ReadonlySet<string> = new Set(
  'the a an this that one ones please labelled labeled called named'.split(' '),
);

/** Words for states that distinguish elements. */
export const stateWords: ReadonlyMap<string, State | 'enabled'> = new Map<string, State | 'enabled'>([
  ['enabled', 'enabled'],
  ['checked', 'checked'],
  ['ticked', 'checked'],
  ['unchecked', 'unchecked'],
  ['unticked', 'unchecked'],
  ['selected', 'selected'],
  ['active', 'selected'],
  ['current', 'selected'],
  ['disabled', 'disabled'],
  ['focused', 'focused'],
  ['expanded', 'expanded'],
  ['open', 'expanded'],
  ['collapsed', 'collapsed'],
  ['pressed', 'pressed'],
  ['required', 'required'],
  ['invalid', 'invalid'],
  ['readonly', 'readonly'],
]);

export const ordinalWords: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, index) => [word, index + 1]),
);

/** Synonyms. The first of each line is the canonical form. */
export const synonyms: readonly (readonly string[])[] = [
  ['signin', 'sign in', 'log in', 'login', 'log on', 'logon'],
  ['signup', 'sign up', 'register', 'create account', 'create an account', 'join'],
  ['signout', 'sign out', 'log out', 'logout', 'log off'],
  ['cart', 'basket', 'bag', 'trolley'],
  ['delete', 'remove', 'trash', 'bin', 'erase'],
  ['close', 'dismiss', 'x', 'cross'],
  ['ok', 'okay'],
  ['settings', 'preferences'],
  ['search', 'find', 'magnifier', 'magnifying glass', 'lookup'],
  ['email', 'e mail', 'mail'],
  ['phone', 'telephone', 'mobile', 'tel'],
  ['quantity', 'qty', 'amount'],
  ['zip', 'postcode', 'postal code', 'zip code', 'post code', 'zipcode'],
  ['username', 'user name', 'user id', 'userid'],
  ['menu', 'hamburger'],
  ['picture', 'photo', 'image', 'img'],
  ['previous', 'prev'],
  ['add', 'plus', 'new', 'create'],
  ['minus', 'decrease', 'less'],
  ['edit', 'modify', 'change', 'pencil'],
  ['like', 'favourite', 'favorite', 'heart'],
  ['terms', 'terms and conditions', 'tos', 't c'],
  ['help', 'support'],
  ['info', 'information'],
  ['account', 'profile'],
  ['buy', 'purchase'],
  ['notification', 'bell'],
  ['home', 'house', 'homepage'],
  ['submit', 'send'],
  ['surname', 'last name', 'family name'],
  ['forename', 'first name', 'given name'],
  ['colour', 'color'],
];

/** The symbols that mean a word when they are the whole name. */
const symbols = {
  close: '× ✕ ✖ ✗ ❌',
  plus: '+ ➕',
  minus: '- − –',
  menu: '☰ ≡',
  more: '… ... ⋮ ⋯',
  previous: '< ‹ «',
  back: '←',
  next: '> › » →',
  search: '🔍 🔎',
  cart: '🛒',
  settings: '⚙',
  delete: '🗑',
  edit: '✏ ✎',
  like: '♥ ❤',
  star: '★ ☆',
  check: '✓ ✔',
  home: '🏠',
  notification: '🔔',
  help: '?',
  info: 'ℹ',
  play: '▶',
  pause: '⏸',
  up: '↑ ▲',
  down: '↓ ▼',
  refresh: '⟳ ↻',
};
export const symbolNames: ReadonlyMap<string, string> = new Map(
  Object.entries(symbols).flatMap(([word, list]) => list.split(' ').map((symbol) => [symbol, word])),
);

export type RelationKind = 'row' | 'near' | 'right' | 'left' | 'below' | 'above' | 'inside' | 'belongs';

/** Phrases for the location of an element relative to another. The first match is used. */
export const relationPatterns: readonly (readonly [RelationKind, RegExp])[] = [
  [
    'row',
    /\b(?:in|on|of|from|for)?\s*(?:the\s+)?(?:same\s+)?(?:row|line|item|card)\s+(?:with|as|of|for|containing|named|called|that (?:has|says|contains))\s+/,
  ],
  [
    'near',
    /\b(?:right\s+)?(?:next to|beside|nearest to|nearest|near to|near|close to|closest to|adjacent to|alongside)\s+/,
  ],
  ['right', /\b(?:to|on|at)?\s*(?:the\s+)?right (?:side )?of\s+/],
  ['left', /\b(?:to|on|at)?\s*(?:the\s+)?left (?:side )?of\s+/],
  ['below', /\b(?:just |directly |right )?(?:below|beneath|underneath|under)\s+/],
  ['above', /\b(?:just |directly |right )?(?:above|over|on top of)\s+/],
  ['inside', /\b(?:inside(?: of)?|within|in|on|from|at)\s+(?=(?:the|this|that)\s)/],
  ['inside', /\b(?:inside(?: of)?|within)\s+/],
  ['belongs', /\b(?:for|of|with|in|from)\s+/],
];
