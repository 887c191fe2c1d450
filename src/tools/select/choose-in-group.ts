import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { allInside } from '../target/all-inside.js';
import { listNames, matchOption, plainText } from './match-option.js';

const groupCss = 'fieldset, [role=radiogroup], [role=group]';

/** A group of radio buttons or checkboxes. */
export interface Group {
  id: ElementId;
  name: string;
  members: Element[];
}

/** The one group of radio buttons or checkboxes that has this name. */
export async function groupNamed(context: ToolContext, name: string): Promise<Group | undefined> {
  const { elements } = await context.read({ what: 'elements', css: groupCss });
  const wanted = plainLabel(name);
  const groups: Group[] = [];
  for (const { id, name: its } of elements) {
    if (plainLabel(its) !== wanted) continue;
    const group = await groupAt(context, id, its);
    if (group) groups.push(group);
  }
  return groups.length === 1 ? groups[0] : undefined;
}

/** A label without the marks that forms put behind it. */
function plainLabel(text: string): string {
  return plainText(text).replace(/[\s:*?]+$/, '');
}

/** An element as a group, when there are radio buttons or checkboxes in it. */
export async function groupAt(context: ToolContext, id: ElementId, name: string): Promise<Group | undefined> {
  const members = (await allInside(context, id)).filter(({ role }) => role === 'Radio' || role === 'Checkbox');
  return members.length > 0 ? { id, name, members } : undefined;
}

/** Chooses the radio button that is named so; of checkboxes, those that are named are checked and the others are not. */
export async function chooseInGroup(
  context: ToolContext,
  group: Group,
  value: string | boolean | string[],
): Promise<Outcome> {
  const chosen = namesIn(group, value).map((name) => memberNamed(group, name));
  const [first] = chosen;
  if (!first) throw new HandrailError('invalid_input', `Nothing is to be chosen of "${group.name}".`, 'Give a name.');
  if (chosen.length > 1 && first.role === 'Radio')
    throw new HandrailError('invalid_input', `Of "${group.name}" only one can be chosen.`, 'Give one name.');
  let outcome: Outcome | undefined;
  for (const member of group.members) {
    const isWanted = chosen.includes(member);
    if (member.role !== first.role || isWanted === member.states.includes('checked')) continue;
    if (!isWanted && member.role === 'Radio') continue;
    outcome = await context.perform({ type: 'set_value', target: { element: member.id }, value: isWanted });
  }
  return outcome ?? context.perform({ type: 'set_value', target: { element: first.id }, value: true });
}

/** "Ham, Corn" are two names, unless one thing is named so. */
function namesIn({ members }: Group, value: string | boolean | string[]): string[] {
  if (Array.isArray(value)) return value;
  const whole = String(value);
  const isOneName = matchOption(members, whole, 'begins').kind !== 'none';
  return isOneName || !members.some(({ role }) => role === 'Checkbox') ? [whole] : whole.split(/\s*[,;]\s*/);
}

function memberNamed({ id, name, members }: Group, asked: string): Element {
  const match = matchOption(members, asked, 'begins');
  if (match.kind === 'one') return match.option;
  if (match.kind === 'several')
    throw new HandrailError(
      'ambiguous',
      `"${asked}" could be any of ${match.options.length} in "${name}": ${match.options.map((one) => `${one.id} "${one.name}"`).join(', ')}.`,
      'Give the whole name, or an id.',
    );
  throw new HandrailError(
    'unknown_option',
    `${id} "${name}" has no "${asked}". It has: ${listNames(members.map((one) => one.name))}.`,
    'Use one of these.',
  );
}
