import { itemMark, type State } from '../../../core/element.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { hasInterface, hasState, isDisabled, type ObjectFacts } from '../atspi/object-facts.js';
import { mapRole, type RoleMapping, roleNumbers } from '../atspi/role-table.js';
import { type TreeObject, walkObjects } from './walk.js';

const maxNameLength = 300;
const maxFieldGroupHeight = 120;

/** Converts an object to a node. Undefined for an object that is left out. */
export function toScreenNode(object: TreeObject, window: ScreenWindow): ScreenNode | undefined {
  const { facts } = object;
  const mapped = mapRole(facts.role);
  if (mapped.ignored || isPartlyRead(object)) return undefined;
  const name = resolveName(object);
  const interactive = isInteractive(facts, mapped);
  if (!isIncluded(object, mapped, name, interactive, window)) return undefined;
  const isSubmenu = facts.role === roleNumbers.menuItem && facts.childCount > 0;
  return {
    key: object.key,
    window: window.id,
    role: mapped.role === 'Image' && interactive ? 'Button' : mapped.role,
    kind: mapped.kind ?? (isSubmenu ? 'menu' : undefined),
    name,
    value: object.value === name ? undefined : object.value,
    description: descriptionOf(object, name),
    states: statesOf(object, mapped, interactive),
    bounds: object.bounds,
    interactive,
    level: object.level || undefined,
    list: object.listPosition,
    path: pathOf(object, 0),
  };
}

const itemRoles = new Set<string>(['ListItem', 'TableRow', 'MenuItem']);

/** The keys of the objects around an object that have more than one child, and its own if it has more than `maxChildren`. */
function pathOf({ key, parent, children, facts }: TreeObject, maxChildren: number): readonly string[] {
  const outer = parent ? pathOf(parent, 1) : [];
  if (children.length <= maxChildren) return outer;
  return [...outer, itemRoles.has(mapRole(facts.role).role) ? `${key}${itemMark}` : key];
}

/** The name of an object: its own, that of its label, or the texts inside an object that is read as a unit. */
export function resolveName(object: TreeObject): string {
  const { facts } = object;
  const own = cleanName(facts);
  // GTK names a combo box after its choice, and an editable one after the last choice from its list.
  if (facts.role === roleNumbers.comboBox) return object.label ?? (own === object.value ? '' : own);
  if (own) return isUnit(facts.role) ? withoutRepetition(own, object) : own;
  if (object.label) return object.label;
  if (object.value && mapRole(facts.role).role === 'Text') return object.value.trim();
  const inside = isUnit(facts.role) ? textInside(object) : '';
  if (inside) return inside;
  return mapRole(facts.role).interactive ? groupName(object) || facts.description.trim() : '';
}

/** GTK 4 joins the name of a button and the text of its label: "7 7". */
function withoutRepetition(name: string, object: TreeObject): string {
  const half = name.slice(0, Math.floor(name.length / 2));
  return name === `${half} ${half}` && textInside(object) === half ? half : name;
}

/** The name, or an empty text for a class name: GTK 4 names unnamed objects after their class. */
export function cleanName(facts: Pick<ObjectFacts, 'name'>): string {
  const name = facts.name.trim();
  return /^(?:Gtk|Adw)[A-Z][A-Za-z]+$/.test(name) ? '' : name;
}

function descriptionOf(object: TreeObject, name: string): string | undefined {
  const text = object.facts.description.trim();
  return text && text !== name && text !== object.value ? text : undefined;
}

/** Objects whose texts and images are parts of their name. */
function isUnit(role: number): boolean {
  const mapped = mapRole(role).role;
  return ['Button', 'Link', 'Checkbox', 'Radio', 'ListItem', 'TableRow', 'TableCell', 'Tab', 'MenuItem'].includes(
    mapped,
  );
}

/** Its name consists of the texts inside, which were not all read: the node would seem to have lost its name. */
function isPartlyRead(object: TreeObject): boolean {
  if (!isUnit(object.facts.role) || cleanName(object.facts)) return false;
  return [...walkObjects([object])].some(({ isTruncated }) => isTruncated);
}

/** The name of the group that a field fills. */
function groupName(object: TreeObject): string {
  for (let ancestor = object.parent; ancestor; ancestor = ancestor.parent) {
    const mapped = mapRole(ancestor.facts.role);
    if (mapped.role !== 'Container' || ancestor.facts.role === roleNumbers.frame) return '';
    const name = cleanName(ancestor.facts);
    if (name) return mapped.kind || isLargeGroup(ancestor) ? '' : name;
  }
  return '';
}

/** Whether a group is large enough for much more than one field. */
function isLargeGroup(object: TreeObject): boolean {
  return (
    object.facts.role === roleNumbers.rootPane ||
    (object.bounds !== undefined && object.bounds.height > maxFieldGroupHeight)
  );
}

function textInside(object: TreeObject): string {
  const texts: string[] = [];
  for (const inner of walkObjects(object.children)) {
    const mapped = mapRole(inner.facts.role);
    const text = cleanName(inner.facts) || (mapped.role === 'Text' ? (inner.value ?? '').trim() : '');
    if (text && (mapped.role === 'Text' || mapped.role === 'Image') && !texts.includes(text)) texts.push(text);
  }
  return texts.join(' ').slice(0, maxNameLength);
}

function isInteractive(facts: ObjectFacts, mapped: RoleMapping): boolean {
  if (mapped.role === 'Image') return hasInterface(facts, 'Action') && hasState(facts, 'focusable');
  if (mapped.kind === 'drawing area' || mapped.kind === 'canvas') return hasState(facts, 'focusable');
  return mapped.interactive === true;
}

/** Roles that are left out without a name. */
const namedRoles = ['Text', 'Image', 'MenuItem', 'Tab', 'Container'];
/** Roles that can be used by themselves inside a unit. */
const innerRoles = ['Button', 'Link', 'Checkbox', 'MenuItem', 'ListItem'];

function isIncluded(
  object: TreeObject,
  mapped: RoleMapping,
  name: string,
  interactive: boolean,
  window: ScreenWindow,
): boolean {
  if (mapped.structural) return name !== '' && name !== window.title.trim() && object.facts.role !== roleNumbers.frame;
  if (isInsideUnit(object)) return name !== '' && interactive && innerRoles.includes(mapped.role);
  return name !== '' || !namedRoles.includes(mapped.role);
}

function isInsideUnit(object: TreeObject): boolean {
  for (let ancestor = object.parent; ancestor; ancestor = ancestor.parent) {
    const { role } = ancestor.facts;
    if (isUnit(role) && role !== roleNumbers.menu && mapRole(role).role !== 'Tab') return true;
    if (role === roleNumbers.comboBox) return true;
  }
  return false;
}

function statesOf(object: TreeObject, mapped: RoleMapping, interactive: boolean): State[] {
  const { facts } = object;
  const { role } = facts;
  const states: State[] = [];
  const add = (state: State, when: boolean) => {
    if (when) states.push(state);
  };
  add('focused', hasState(facts, 'focused') || (role === roleNumbers.comboBox && isFocusedInside(object)));
  add('disabled', interactive && isDisabled(facts));
  if (role === roleNumbers.toggleButton) add('pressed', hasState(facts, 'checked') || hasState(facts, 'pressed'));
  else if (isCheckable(facts)) {
    const mixed = hasState(facts, 'indeterminate');
    add('mixed', mixed);
    add(hasState(facts, 'checked') ? 'checked' : 'unchecked', !mixed);
  }
  add('selected', hasState(facts, 'selected') && !isMenu(role));
  if (hasState(facts, 'expandable') && !isMenu(role)) add(hasState(facts, 'expanded') ? 'expanded' : 'collapsed', true);
  if (mapped.role === 'TextInput') {
    add('readonly', !hasState(facts, 'editable') || hasState(facts, 'readOnly'));
    add('multiline', hasState(facts, 'multiLine'));
  }
  add('password', role === roleNumbers.passwordText);
  add('required', hasState(facts, 'required'));
  add('invalid', hasState(facts, 'invalidEntry'));
  add('busy', hasState(facts, 'busy'));
  add('offscreen', !object.bounds);
  return states;
}

function isFocusedInside(object: TreeObject): boolean {
  return object.children.some(
    (child) => hasState(child.facts, 'focused') && mapRole(child.facts.role).role === 'TextInput',
  );
}

function isCheckable(facts: ObjectFacts): boolean {
  const { role } = facts;
  const always: number[] = [
    roleNumbers.checkBox,
    roleNumbers.radioButton,
    roleNumbers.checkMenuItem,
    roleNumbers.radioMenuItem,
    roleNumbers.switch,
  ];
  return always.includes(role) || (hasState(facts, 'checkable') && role !== roleNumbers.pushButton);
}

function isMenu(role: number): boolean {
  return role === roleNumbers.menu || role === roleNumbers.menuItem;
}
