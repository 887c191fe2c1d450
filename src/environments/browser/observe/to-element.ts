import { type Element, type ElementId, itemMark } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { Entry, PageView } from '../../../perception/page/protocol.js';

/** Converts an entry of a page to an element of the screen. */
export function toElement(
  entry: Entry,
  idOf: (number: number) => ElementId,
  bounds: Rect,
  frame: string | undefined,
  paths: Paths = [],
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
  if (entry.guess) element.guess = entry.guess;
  if (entry.look) element.look = entry.look;
  if (entry.text) element.text = entry.text;
  if (entry.near) element.near = entry.near;
  if (entry.more) element.more = entry.more;
  if (entry.options !== undefined) element.options = entry.options;
  if (entry.level) element.level = entry.level;
  if (entry.kind) element.kind = entry.kind;
  if (frame) element.frame = frame;
  if (entry.group !== undefined) element.path = paths[entry.group];
  if (entry.list) element.list = { container: idOf(entry.list[0]), row: entry.list[1], rowCount: entry.list[2] };
  return element;
}

/** The paths of all groups of a document. Elements of one group share an array. */
export type Paths = readonly (readonly string[])[];

/** `outer` is the path of the frame. Group ids are unique in one document, so its key is added. */
export function toPaths({ groups }: PageView, documentKey: string, outer: readonly string[] = []): Paths {
  const paths: (readonly string[])[] = [];
  for (const [id, parent, isItem] of groups)
    paths.push([...(paths[parent] ?? outer), `${documentKey}/${id}${isItem ? itemMark : ''}`]);
  return paths;
}

function roundRect(rect: Rect): Rect {
  const round = (value: number) => Math.round(value * 10) / 10;
  return { x: round(rect.x), y: round(rect.y), width: round(rect.width), height: round(rect.height) };
}
