import type { Role } from '../../../core/element.js';

/** Our role for the names of AT-SPI, AX and UI Automation, all in one spelling: 'push button', 'AXButton' and 'Button' end alike. */
const names: readonly [role: Role, names: string][] = [
  ['Button', 'pushbutton button togglebutton menubutton splitbutton disclosuretriangle incrementor thumb'],
  ['Link', 'link hyperlink'],
  [
    'TextInput',
    'text entry passwordtext terminal edit editbar textfield textarea securetextfield searchfield spinbutton spinner document documentframe documenttext dateeditor',
  ],
  ['Checkbox', 'checkbox switch'],
  ['Radio', 'radiobutton'],
  ['Dropdown', 'combobox popupbutton'],
  ['Menu', 'menu menubar popupmenu menubarmenu'],
  ['MenuItem', 'menuitem checkmenuitem radiomenuitem menubaritem tearoffmenuitem'],
  ['Tab', 'pagetab tab tabitem'],
  ['Dialog', 'dialog alert filechooser colorchooser fontchooser sheet'],
  ['Image', 'image icon imagemap'],
  ['Text', 'label static statictext heading paragraph caption tooltip statusbar'],
  ['List', 'list listbox tree outline treetable browser'],
  ['ListItem', 'listitem treeitem outlinerow dataitem'],
  ['Table', 'table datagrid grid'],
  ['TableRow', 'tablerow row'],
  ['TableCell', 'tablecell cell columnheader rowheader tablecolumnheader tablerowheader headeritem'],
  ['Toolbar', 'toolbar'],
  [
    'Container',
    'panel filler frame window pane group section form scrollpane scrollarea splitpane viewport tabgroup pagetablist application layeredpane rootpane',
  ],
];

const roles = new Map(names.flatMap(([role, list]) => list.split(' ').map((name) => [name, role] as const)));
const fields = new Set(
  'text entry passwordtext terminal edit textfield textarea securetextfield searchfield document documenttext'.split(
    ' ',
  ),
);
const manyLines = new Set(['textarea', 'document', 'documenttext', 'terminal']);
/** What is told by its role alone: a finer word would add nothing. */
const plain = new Set(
  'pushbutton button link hyperlink label static statictext text entry edit textfield menuitem menu list listitem table tablerow tablecell image checkbox radiobutton combobox pagetab tabitem dialog toolbar panel group'.split(
    ' ',
  ),
);

export interface DriverRole {
  role: Role;
  kind?: string;
  /** Holds text that a person could change. */
  isField: boolean;
  isPassword: boolean;
  isMultiline: boolean;
}

/** What the driver calls a thing, in our words. */
export function roleOf(name: string): DriverRole {
  const spelling = name
    .replace(/^AX/, '')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
  const found: DriverRole = {
    role: roles.get(spelling) ?? 'Other',
    isField: fields.has(spelling),
    isPassword: spelling === 'passwordtext' || spelling === 'securetextfield',
    isMultiline: manyLines.has(spelling),
  };
  return plain.has(spelling) ? found : { ...found, kind: wordsOf(name) };
}

/** 'AXPopUpButton' as 'pop up button'. */
function wordsOf(name: string): string {
  return name
    .replace(/^AX/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
