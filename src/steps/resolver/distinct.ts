import type { Element } from '../../core/element.js';
import type { Ranked } from '../../perception/grounding/ground.js';
import type { ExecutionState } from '../execution-state.js';

/** Of those that answer equally well, the ones that do different things. */
export async function distinct(world: ExecutionState, equals: readonly Ranked[]): Promise<Ranked[]> {
  if (equals.length < 2) return [...equals];
  const usable = equals.some(({ element }) => element.interactive)
    ? equals.filter(({ element }) => element.interactive)
    : equals;
  const apart = usable.filter((one) => !usable.some((other) => other !== one && standsFor(other.element, one.element)));
  const list = apart.length > 0 ? apart : [...usable];
  const [first] = list;
  if (list.length < 2 || list.length > 4 || !first) return list;
  return (await leadToOnePlace(world, list)) ? [first] : list;
}

/** Whether doing something to `inner` is doing it to `outer`: the link in a card of the same name. */
function standsFor(inner: Element, outer: Element): boolean {
  if (inner.id === outer.id || !inside(inner, outer)) return false;
  if (inside(outer, inner)) return inner.id > outer.id;
  return (
    inner.name === outer.name ||
    outer.role === 'ListItem' ||
    outer.role === 'Container' ||
    outer.role === 'TableCell' ||
    outer.role === 'TableRow'
  );
}

function inside({ bounds: a, frame: one }: Element, { bounds: b, frame: other }: Element): boolean {
  return (
    one === other &&
    a.x >= b.x - 1 &&
    a.y >= b.y - 1 &&
    a.x + a.width <= b.x + b.width + 1 &&
    a.y + a.height <= b.y + b.height + 1
  );
}

/** Links of one name that go to one address are one link. */
async function leadToOnePlace({ turn }: ExecutionState, list: readonly Ranked[]): Promise<boolean> {
  if (!list.every(({ element }) => element.role === 'Link')) return false;
  const read = await Promise.all(list.map(({ element }) => turn.read({ what: 'attributes', element: element.id })));
  const places = new Set(read.map(({ attributes }) => attributes.href ?? ''));
  const [place] = places;
  return places.size === 1 && place !== undefined && place !== '' && place !== '#' && !/^javascript:/iu.test(place);
}
