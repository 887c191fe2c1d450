import type { Element } from '../../core/element.js';
import type { Rect } from '../../core/geometry.js';
import { containerRoles } from './vocabulary.js';

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
    // A name may be only a hint ("Pick a day"). Then the label ends with a colon, or stands alone with the field.
    let lowest = field.name === '' ? maxDistance : maxDistanceOfNamed;
    const possible =
      field.name === '' ? texts : texts.filter((text) => /[:*]$/.test(text.name) || isOnlyPair(text, field, elements));
    for (const text of possible) {
      const distance = labelDistance(field, text.bounds);
      if (distance >= lowest) continue;
      lowest = distance;
      nearest = text;
    }
    if (nearest) labels.set(field, nearest.name);
  }
  // Two fields beside one label: both have it, so that its words alone choose none of them.
  const known = new Set(labels.values());
  for (const field of fields)
    if (field.guess && known.has(field.guess) && !labels.has(field)) labels.set(field, field.guess);
  return labels;
}

/** Whether the part of the document around a text contains only this text and the field. */
function isOnlyPair(text: Element, field: Element, elements: readonly Element[]): boolean {
  const part = text.path?.at(-1);
  if (part === undefined || field.path?.at(-1) !== part) return false;
  return elements.every((one) => one === text || one === field || !one.path?.includes(part));
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
