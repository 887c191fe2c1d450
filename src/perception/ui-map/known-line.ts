import type { Element, ElementId, Role } from '../../core/element.js';
import { formatNumber, quoteText } from '../quote-text.js';
import type { KnownElements } from './known-elements.js';
import { findLandmarks } from './landmarks.js';

const maxParts = 6;
const maxGoneNames = 5;
const maxNameLength = 40;

/** One line for all elements that the last map contained: `unchanged: "Main", search, 8 links elsewhere`. */
export function unchangedLine(elements: readonly Element[], { unchanged }: KnownElements): string {
  const named = new Set<ElementId>();
  const parts: string[] = [];
  for (const { container, members } of findLandmarks(elements)) {
    const same = members.filter(({ id }) => unchanged.has(id));
    if (same.length === 0 || parts.length >= maxParts) continue;
    for (const { id } of [...same, container]) named.add(id);
    parts.push(container.name ? quoteText(container.name, maxNameLength) : (container.kind ?? ''));
  }
  const others = elements.filter(
    ({ id, name, interactive }) => unchanged.has(id) && !named.has(id) && (name || interactive),
  );
  if (others.length > 0) parts.push(parts.length > 0 ? `${countRoles(others)} elsewhere` : countRoles(others));
  return `unchanged: ${parts.join(', ')}`;
}

/** One line for the elements of the last map that are gone. */
export function goneLine({ gone }: KnownElements): string | undefined {
  if (gone.length === 0) return undefined;
  const shown = gone.length > maxGoneNames ? gone.slice(0, maxGoneNames - 2) : gone;
  const names = shown.map(({ role, name }) => `${role} ${quoteText(name, maxNameLength)}`);
  const more = gone.length > shown.length ? `, ${gone.length - shown.length} more` : '';
  return `gone since the last map: ${names.join(', ')}${more}`;
}

const nouns: Partial<Record<Role, string>> = {
  Link: 'link',
  Button: 'button',
  TextInput: 'field',
  Dropdown: 'field',
  Checkbox: 'field',
  Radio: 'field',
  Text: 'text',
};

function countRoles(elements: readonly Element[]): string {
  const counts = new Map<string, number>();
  for (const { role } of elements) {
    const noun = nouns[role] ?? 'other';
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  const order = ['link', 'button', 'field', 'text', 'other'];
  return order
    .flatMap((noun) => {
      const count = counts.get(noun);
      return count ? [`${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`] : [];
    })
    .join(', ');
}
