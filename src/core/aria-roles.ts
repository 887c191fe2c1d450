import type { Role } from './element.js';

/** The ARIA roles of each element role, separated by spaces. */
export const ariaRoles: Readonly<Partial<Record<Role, string>>> = {
  Button: 'button',
  Checkbox: 'switch checkbox',
  Link: 'link',
  TextInput: 'textbox searchbox spinbutton',
  Radio: 'radio',
  Dropdown: 'combobox',
  List: 'listbox list tree',
  MenuItem: 'option menuitem menuitemcheckbox menuitemradio',
  Menu: 'menu menubar',
  Tab: 'tab',
  Dialog: 'dialog alertdialog',
  Image: 'image img',
  Text: 'heading text paragraph alert status log',
  ListItem: 'listitem treeitem',
  Table: 'table grid treegrid',
  TableRow: 'row',
  TableCell: 'cell gridcell columnheader rowheader',
  Toolbar: 'toolbar',
  Container: 'banner navigation main complementary contentinfo region search form group tabpanel tablist radiogroup',
};
