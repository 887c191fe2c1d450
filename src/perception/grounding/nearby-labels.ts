import type { Element } from '../../core/element.js';
import type { Rect } from '../../core/geometry.js';

const containerRoles = new Set<string>(['Container', 'List', 'Table', 'Toolbar', 'Dialog', 'Menu']);

/** Distances in pixels. */
const maxDistance = 60;
const maxDistanceOfNamed = maxDistance / 4;
const distanceOfSurroundingLabel = 12;
const maxSurroundingHeight = 120;
const overlapTolerance = 2;
const maxVerticalOverlap = 4;
const maxLabelLength = 60;

/** The texts at the usual label position of fields, for fields without a name and for text fields. */
export function findNearbyLabels(elements: readonly Element[]): Map<Element, string> {
  const labels = new Map<Element, string>();
  const fields = elements.filter(({ interactive, name, role }) => interactive && (name === '' || role === 'TextInput'));
  if (fields.length === 0) return labels;
  const texts = elements.filter(
    ({ interactive, name, role }) =>
      !interactive && name !== '' && name.length <= maxLabelLength && !containerRoles.has(role),
  );
  for (const field of fields) {
    let nearest: Element | undefined;
    // A name may be only a hint ("Pick a day"), with the label right before the field.
    let lowest = field.name === '' ? maxDistance : maxDistanceOfNamed;
    for (const text of texts) {
      const distance = labelDistance(field, text.bounds);
      if (distance >= lowest) continue;
      lowest = distance;
      nearest = text;
    }
    if (nearest) labels.set(field, nearest.name);
  }
  return labels;
}

/** Labels are before or above a field, and after a check box or radio button. */
function labelDistance(field: Element, label: Rect): number {
  const { bounds } = field;
  if (surrounds(label, bounds))
    return field.name === '' && label.height < maxSurroundingHeight ? distanceOfSurroundingLabel : maxDistance;
  const isSameLine = label.y < bounds.y + bounds.height && bounds.y < label.y + label.height;
  if (field.role === 'Checkbox' || field.role === 'Radio')
    return isSameLine && label.x >= bounds.x ? label.x - (bounds.x + bounds.width) : maxDistance;
  if (isSameLine && label.x < bounds.x) return Math.max(0, bounds.x - (label.x + label.width));
  const gap = bounds.y - (label.y + label.height);
  const indent = Math.abs(label.x - bounds.x);
  return gap >= -maxVerticalOverlap && indent <= maxDistance ? Math.max(0, gap) + indent / 4 : maxDistance;
}

function surrounds(outer: Rect, inner: Rect): boolean {
  return (
    outer.y <= inner.y + overlapTolerance &&
    outer.y + outer.height >= inner.y + inner.height - overlapTolerance &&
    outer.x <= inner.x + overlapTolerance &&
    outer.x + outer.width >= inner.x + inner.width - overlapTolerance
  );
}
