import type { Role } from '../../../core/element.js';

/** Role names of AT-SPI, AX and UI Automation in normalized spelling: 'AXButton' and 'Button' are 'button'. */
const roleNames: readonly [role: Role, names: string][] = [
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

const roles = new Map(roleNames.flatMap(([role, list]) => list.split(' ').map((name) => [name, role] as const)));
const fields = new Set(
  'text entry passwordtext terminal edit textfield textarea securetextfield searchfield document documenttext'.split(
    ' ',
  ),
);
const multilineFields = new Set(['textarea', 'document', 'documenttext', 'terminal']);
/** Names that add nothing to their role. */
const namesWithoutKind = new Set(
  'pushbutton button link hyperlink label static statictext text entry edit textfield menuitem menu list listitem table tablerow tablecell image checkbox radiobutton combobox pagetab tabitem dialog toolbar panel group'.split(
    ' ',
  ),
);

export interface DriverRole {
  role: Role;
  kind?: string;
  /** Contains editable text. */
  isField: boolean;
  isPassword: boolean;
  isMultiline: boolean;
}

/** Converts a role name of the driver. */
export function parseRole(name: string): DriverRole {
  const normalized = name
    .replace(/^AX/, '')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
  const found: DriverRole = {
    role: roles.get(normalized) ?? 'Other',
    isField: fields.has(normalized),
    isPassword: normalized === 'passwordtext' || normalized === 'securetextfield',
    isMultiline: multilineFields.has(normalized),
  };
  return namesWithoutKind.has(normalized) ? found : { ...found, kind: toWords(name) };
}

/** 'AXPopUpButton' becomes 'pop up button'. */
function toWords(name: string): string {
  return name
    .replace(/^AX/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
