import type { Element } from '../../core/element.js';
import type { Interpretation } from './parse-phrase.js';

/** Role words that are no verbs, and that a page rarely uses as a name. */
const clearRoleWords =
  /\b(?:button|link|checkbox|check box|textbox|text box|field|input|dropdown|radio|slider|icon)\b/i;

/**
 * Whether a phrase without a name refers to one element: "the button", "the second link", "the checked one". A single word like "Active",
 * "Options" or "Last" is a name.
 */
export function isSpecific({ subject, role, ordinal, row, relation, state }: Interpretation): boolean {
  const isNoun = /^(?:the|an?|this|that)\b/i.test(subject) || clearRoleWords.test(subject);
  if (role) return isNoun || row !== undefined || relation !== undefined || ordinal !== undefined;
  if (/\bones?\b/i.test(subject)) return ordinal !== undefined || state !== undefined || relation !== undefined;
  // "the From field" does not mean the only element "from" a field.
  const isRelated = relation !== undefined && !/^(?:the|an?)?$/i.test(subject);
  return row !== undefined || isRelated;
}

/** Whether a phrase without a name can mean the element. "The header" of a page is a landmark, not a heading. */
export function isMeant(role: Interpretation['role'], { interactive, level }: Element): boolean {
  return role ? !(role.kinds && level !== undefined) : interactive;
}

/** The roles that a role word names fully. */
const minRoleFit = 0.95;

export function hasRole(role: NonNullable<Interpretation['role']>, element: Element): boolean {
  // A section has the name of its heading.
  if ((role.heading || role.roles.Container === 1) && element.level !== undefined) return true;
  if (element.kind && role.kinds?.includes(element.kind))
    return !role.vertical?.includes(element.kind) || element.bounds.height > element.bounds.width;
  if ((role.roles[element.role] ?? 0) >= minRoleFit) return true;
  // A button that opens a menu is called a menu, too.
  const opens = element.states.includes('collapsed') || element.states.includes('expanded');
  return opens && (role.roles.Menu === 1 || role.roles.Dropdown === 1);
}

export function hasState(state: NonNullable<Interpretation['state']>, { states }: Element): boolean {
  return state === 'enabled' ? !states.includes('disabled') : states.includes(state);
}

/** Elements that are covered or disabled cannot take an action, so the others are meant. */
export function preferUsable(elements: readonly Element[]): readonly Element[] {
  const usable = elements.filter(({ states }) => !states.includes('covered') && !states.includes('disabled'));
  return usable.length > 0 ? usable : elements;
}

export function toSlice(ordinal: number): [from: number, to: number | undefined] {
  return ordinal > 0 ? [ordinal - 1, ordinal] : [ordinal, ordinal + 1 || undefined];
}
