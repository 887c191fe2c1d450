import type { Element, ElementId } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { Entry } from '../../../perception/page/protocol.js';

/** Converts an entry of a page to an element of the screen. */
export function toElement(
  entry: Entry,
  idOf: (number: number) => ElementId,
  bounds: Rect,
  frame: string | undefined,
): Element {
  const element: Element = {
    id: idOf(entry.number),
    role: entry.role,
    name: entry.name,
    states: entry.states,
    bounds: roundRect(bounds),
    interactive: entry.interactive,
  };
  if (entry.value !== undefined) element.value = entry.value;
  if (entry.description) element.description = entry.description;
  if (entry.level) element.level = entry.level;
  if (entry.kind) element.kind = entry.kind;
  if (frame) element.frame = frame;
  if (entry.list) element.list = { container: idOf(entry.list[0]), row: entry.list[1], rowCount: entry.list[2] };
  return element;
}

function roundRect(rect: Rect): Rect {
  const round = (value: number) => Math.round(value * 10) / 10;
  return { x: round(rect.x), y: round(rect.y), width: round(rect.width), height: round(rect.height) };
}
