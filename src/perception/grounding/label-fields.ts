import type { Element } from '../../core/element.js';
import type { Rect } from '../../core/geometry.js';

const farthest = 60;

/** Fields without a name of their own, with the text that stands where people put a label. */
export function nearLabels(elements: readonly Element[]): Map<Element, string> {
  const labels = new Map<Element, string>();
  const fields = elements.filter(({ interactive, name, role }) => interactive && (name === '' || role === 'TextInput'));
  if (fields.length === 0) return labels;
  const texts = elements.filter((element) => !element.interactive && element.name !== '' && element.name.length <= 60);
  for (const field of fields) {
    let best: Element | undefined;
    // A name that is only a hint ("Pick a day") leaves room for the label right before the field.
    let least = field.name === '' ? farthest : farthest / 4;
    for (const text of texts) {
      const distance = labelDistance(field, text.bounds);
      if (distance < least) {
        least = distance;
        best = text;
      }
    }
    if (best) labels.set(field, best.name);
  }
  return labels;
}

/** Labels stand before or above a field, after a checkbox or radio button. */
function labelDistance(field: Element, label: Rect): number {
  const { bounds } = field;
  const isAround =
    label.y <= bounds.y + 2 &&
    label.y + label.height >= bounds.y + bounds.height - 2 &&
    label.x <= bounds.x + 2 &&
    label.x + label.width >= bounds.x + bounds.width - 2;
  if (isAround) return field.name === '' && label.height < 120 ? 12 : farthest;
  const sameLine = label.y < bounds.y + bounds.height && bounds.y < label.y + label.height;
  if (field.role === 'Checkbox' || field.role === 'Radio') {
    return sameLine && label.x >= bounds.x ? label.x - (bounds.x + bounds.width) : farthest;
  }
  if (sameLine && label.x < bounds.x) return Math.max(0, bounds.x - (label.x + label.width));
  const above = bounds.y - (label.y + label.height);
  return above >= -4 && Math.abs(label.x - bounds.x) <= farthest
    ? Math.max(0, above) + Math.abs(label.x - bounds.x) / 4
    : farthest;
}
