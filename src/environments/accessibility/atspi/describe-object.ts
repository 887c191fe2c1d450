import type { State } from '../../../core/element.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { everySeen, type Seen } from '../tree/walk.js';
import { type Facts, has, isDisabled, offers } from './object-facts.js';
import { type Mapped, mapRole, roleNumbers } from './role-table.js';

/** An object in our words; undefined when it is not worth a line. */
export function describe(seen: Seen, window: ScreenWindow): ScreenNode | undefined {
  const { facts } = seen;
  const mapped = mapRole(facts.role);
  if (mapped.noise) return undefined;
  if (isHalfRead(seen)) return undefined;
  const name = nameOf(seen);
  const interactive = isInteractive(facts, mapped);
  if (!isWorthALine(seen, mapped, name, interactive, window)) return undefined;
  const states = statesOf(seen, mapped, interactive);
  const description = descriptionOf(seen, name);
  const kind = mapped.kind ?? (facts.role === roleNumbers.menuItem && facts.childCount > 0 ? 'menu' : undefined);
  return {
    key: seen.key,
    window: window.id,
    role: mapped.role === 'Image' && interactive ? 'Button' : mapped.role,
    ...(kind && { kind }),
    name,
    ...(seen.value !== undefined && seen.value !== name && { value: seen.value }),
    ...(description && { description }),
    states,
    ...(seen.box && { bounds: seen.box }),
    interactive,
    ...(seen.level && { level: seen.level }),
    ...(seen.place && { list: seen.place }),
  };
}

/** Its own name; else that of its label; else, of what is read as one thing, the words inside. */
export function nameOf(seen: Seen): string {
  const { facts } = seen;
  const own = ownName(facts);
  // GTK calls a combo box by its choice, and an editable one by the last that was in its list.
  if (facts.role === roleNumbers.comboBox) return seen.label ?? (own === seen.value ? '' : own);
  if (own) return isReadAsOne(facts.role) ? saidOnce(own, seen) : own;
  if (seen.label) return seen.label;
  if (seen.value && mapRole(facts.role).role === 'Text') return seen.value.trim();
  const inside = isReadAsOne(facts.role) ? wordsInside(seen) : '';
  if (inside) return inside;
  return mapRole(facts.role).acts ? nameAround(seen) || facts.description.trim() : '';
}

/** GTK 4 joins the words of a button and those of its label: "7 7". */
function saidOnce(name: string, seen: Seen): string {
  const half = name.slice(0, Math.floor(name.length / 2));
  return name === `${half} ${half}` && wordsInside(seen) === half ? half : name;
}

/** GTK 4 gives what has no name the name of its class. */
export function ownName(facts: Pick<Facts, 'name'>): string {
  const name = facts.name.trim();
  return /^(?:Gtk|Adw)[A-Z][A-Za-z]+$/.test(name) ? '' : name;
}

function descriptionOf(seen: Seen, name: string): string | undefined {
  const text = seen.facts.description.trim();
  return text && text !== name && text !== seen.value ? text : undefined;
}

function isReadAsOne(role: number): boolean {
  const mapped = mapRole(role).role;
  return ['Button', 'Link', 'Checkbox', 'Radio', 'ListItem', 'TableRow', 'TableCell', 'Tab', 'MenuItem'].includes(
    mapped,
  );
}

/** The words in it are its name, and there was no time to read them all: told without them, it would seem to have lost its name. */
function isHalfRead(seen: Seen): boolean {
  if (!isReadAsOne(seen.facts.role) || ownName(seen.facts)) return false;
  return [...everySeen([seen])].some(({ isCut }) => isCut);
}

/** A field that fills a named box goes by the name of the box. */
function nameAround(seen: Seen): string {
  for (let around = seen.parent; around; around = around.parent) {
    const mapped = mapRole(around.facts.role);
    if (mapped.role !== 'Container' || around.facts.role === roleNumbers.frame) return '';
    const name = ownName(around.facts);
    if (name) return mapped.kind || isRoom(around) ? '' : name;
  }
  return '';
}

/** Large enough to hold much more than one field. */
function isRoom(seen: Seen): boolean {
  return seen.facts.role === roleNumbers.rootPane || (seen.box !== undefined && seen.box.height > 120);
}

function wordsInside(seen: Seen): string {
  const words: string[] = [];
  for (const inner of everySeen(seen.children)) {
    const mapped = mapRole(inner.facts.role);
    const text = ownName(inner.facts) || (mapped.role === 'Text' ? (inner.value ?? '').trim() : '');
    if (text && (mapped.role === 'Text' || mapped.role === 'Image') && !words.includes(text)) words.push(text);
  }
  return words.join(' ').slice(0, 300);
}

function isInteractive(facts: Facts, mapped: Mapped): boolean {
  if (mapped.role === 'Image') return offers(facts, 'Action') && has(facts, 'focusable');
  if (mapped.kind === 'drawing area' || mapped.kind === 'canvas') return has(facts, 'focusable');
  return mapped.acts === true;
}

/** What can be used for itself inside something that is read as one thing. */
const partRoles = ['Button', 'Link', 'Checkbox', 'MenuItem', 'ListItem'];

function isWorthALine(seen: Seen, mapped: Mapped, name: string, interactive: boolean, window: ScreenWindow): boolean {
  if (mapped.plain) return name !== '' && name !== window.title.trim() && seen.facts.role !== roleNumbers.frame;
  if (isInsideOne(seen)) return name !== '' && interactive && partRoles.includes(mapped.role);
  if (mapped.role === 'Text') return name !== '';
  if (mapped.role === 'Image') return name !== '';
  if (mapped.role === 'MenuItem' || mapped.role === 'Tab') return name !== '';
  if (mapped.role === 'Container') return name !== '';
  return true;
}

/** Inside something that is read as one thing, words and pictures are part of its name. */
function isInsideOne(seen: Seen): boolean {
  for (let around = seen.parent; around; around = around.parent) {
    const { role } = around.facts;
    if (isReadAsOne(role) && role !== roleNumbers.menu && mapRole(role).role !== 'Tab') return true;
    if (role === roleNumbers.comboBox) return true;
  }
  return false;
}

function statesOf(seen: Seen, mapped: Mapped, interactive: boolean): State[] {
  const { facts } = seen;
  const { role } = facts;
  const states: State[] = [];
  const add = (state: State, when: boolean) => {
    if (when) states.push(state);
  };
  add('focused', has(facts, 'focused') || (role === roleNumbers.comboBox && isFocusedInside(seen)));
  add('disabled', interactive && isDisabled(facts));
  if (role === roleNumbers.toggleButton) add('pressed', has(facts, 'checked') || has(facts, 'pressed'));
  else if (isCheckable(facts)) {
    const mixed = has(facts, 'indeterminate');
    add('mixed', mixed);
    add(has(facts, 'checked') ? 'checked' : 'unchecked', !mixed);
  }
  add('selected', has(facts, 'selected') && !isMenu(role));
  if (has(facts, 'expandable') && !isMenu(role)) add(has(facts, 'expanded') ? 'expanded' : 'collapsed', true);
  if (mapped.role === 'TextInput') {
    add('readonly', !has(facts, 'editable') || has(facts, 'readOnly'));
    add('multiline', has(facts, 'multiLine'));
  }
  add('password', role === roleNumbers.passwordText);
  add('required', has(facts, 'required'));
  add('invalid', has(facts, 'invalidEntry'));
  add('busy', has(facts, 'busy'));
  add('offscreen', !seen.box);
  return states;
}

function isFocusedInside(seen: Seen): boolean {
  return seen.children.some((child) => has(child.facts, 'focused') && mapRole(child.facts.role).role === 'TextInput');
}

function isCheckable(facts: Facts): boolean {
  const { role } = facts;
  const always: number[] = [
    roleNumbers.checkBox,
    roleNumbers.radioButton,
    roleNumbers.checkMenuItem,
    roleNumbers.radioMenuItem,
    130,
  ];
  return always.includes(role) || (has(facts, 'checkable') && role !== roleNumbers.pushButton);
}

function isMenu(role: number): boolean {
  return role === roleNumbers.menu || role === roleNumbers.menuItem;
}
