import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { listDescendants } from '../read/list-descendants.js';
import { joinNames, matchOption, plainText } from './match-option.js';

const groupCss = 'fieldset, [role=radiogroup], [role=group]';

/** A group of radio buttons or checkboxes. */
export interface Group {
  id: ElementId;
  name: string;
  members: Element[];
}

/** The only group of radio buttons or checkboxes with this name. */
export async function findGroup(context: ToolContext, name: string): Promise<Group | undefined> {
  const { elements } = await context.read({ what: 'elements', css: groupCss });
  const label = plainLabel(name);
  const groups: Group[] = [];
  for (const { id, name: groupName } of elements) {
    if (plainLabel(groupName) !== label) continue;
    const group = await readGroup(context, id, groupName);
    if (group) groups.push(group);
  }
  return groups.length === 1 ? groups[0] : undefined;
}

/** A label without trailing colons and required marks. */
function plainLabel(text: string): string {
  return plainText(text).replace(/[\s:*?]+$/, '');
}

/** Reads an element as a group, if it contains radio buttons or checkboxes. */
export async function readGroup(context: ToolContext, id: ElementId, name: string): Promise<Group | undefined> {
  const members = (await listDescendants(context, id)).filter(({ role }) => role === 'Radio' || role === 'Checkbox');
  return members.length > 0 ? { id, name, members } : undefined;
}

/** Chooses the named radio button, or checks the named checkboxes and unchecks the others. */
export async function chooseInGroup(
  context: ToolContext,
  group: Group,
  value: string | boolean | string[],
): Promise<Outcome> {
  const chosen = splitNames(group, value).map((name) => findMember(group, name));
  const [first] = chosen;
  if (!first)
    throw new HandrailError('invalid_input', `No option of "${group.name}" was given.`, 'Pass the name of an option.');
  if (chosen.length > 1 && first.role === 'Radio')
    throw new HandrailError('invalid_input', `Only one option of "${group.name}" can be chosen.`, 'Pass one name.');
  let outcome: Outcome | undefined;
  for (const member of group.members) {
    const isWanted = chosen.includes(member);
    if (member.role !== first.role || isWanted === member.states.includes('checked')) continue;
    if (!isWanted && member.role === 'Radio') continue;
    outcome = await context.perform({ type: 'set_value', target: { element: member.id }, value: isWanted });
  }
  return outcome ?? context.perform({ type: 'set_value', target: { element: first.id }, value: true });
}

/** "Ham, Corn" means two names, unless one option has this name. */
function splitNames({ members }: Group, value: string | boolean | string[]): string[] {
  if (Array.isArray(value)) return value;
  const whole = String(value);
  const isOneName = matchOption(members, whole, 'starts').kind !== 'none';
  return isOneName || !members.some(({ role }) => role === 'Checkbox') ? [whole] : whole.split(/\s*[,;]\s*/);
}

function findMember({ id, name, members }: Group, asked: string): Element {
  const match = matchOption(members, asked, 'starts');
  if (match.kind === 'one') return match.option;
  if (match.kind === 'several')
    throw new HandrailError(
      'ambiguous',
      `"${asked}" matches ${match.options.length} options in "${name}": ${match.options.map((one) => `${one.id} "${one.name}"`).join(', ')}.`,
      'Pass the full name or an id.',
    );
  throw new HandrailError(
    'unknown_option',
    `${id} "${name}" has no option "${asked}". Its options: ${joinNames(members.map((one) => one.name))}.`,
    'Use one of these.',
  );
}
