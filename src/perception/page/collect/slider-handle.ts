import { attributeOf, parentOf, rectOf } from '../dom/native-node.js';
import { type NewEntry, toControlEntry } from './control-entry.js';

export { isSliderHandle } from '../naming/slider-class.js';

/** The entry of the handle of a slider that has no role. Its position on the track is the only value that the page shows. */
export function toSliderEntry(handle: Element, focused: Element | null): NewEntry {
  const entry = toControlEntry(handle, 'slider', focused);
  const track = parentOf(handle);
  if (!track) return entry;
  const declared = /(?:^|;)\s*(?:left|bottom):\s*([\d.]+)%/.exec(attributeOf(handle, 'style') ?? '')?.[1];
  const [inner, outer] = [rectOf(handle), rectOf(track)];
  const isUpright = outer.height > outer.width;
  const position = isUpright
    ? (outer.bottom - inner.top - inner.height / 2) / outer.height
    : (inner.left + inner.width / 2 - outer.left) / outer.width;
  const percent = Math.round(declared === undefined ? position * 100 : Number(declared));
  return { ...entry, kind: 'slider', value: `${percent}%`, description: 'position on the track, 0% to 100%' };
}
