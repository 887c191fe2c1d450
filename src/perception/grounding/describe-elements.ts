import type { Element } from '../../core/element.js';

const maxDescribed = 6;
const maxNameLength = 60;

/** Formats elements for an error message: `el_5 Button "Save"`. */
export function describeElements(elements: readonly Element[]): string {
  const listed = elements.slice(0, maxDescribed).map((element) => {
    const name = element.name || element.value || '';
    return `${element.id} ${element.role}${name ? ` "${name.replace(/\s+/g, ' ').slice(0, maxNameLength)}"` : ''}`;
  });
  const others = elements.length - maxDescribed;
  return others > 0 ? `${listed.join(', ')} and ${others} more` : listed.join(', ');
}
