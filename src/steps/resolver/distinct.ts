import type { Element } from '../../core/element.js';
import type { RankedElement } from '../../perception/grounding/ground.js';
import type { ExecutionState } from '../execution-state.js';
import { isWithin } from './layout.js';

/** Of equally good matches, those that do different things. */
export async function distinctMatches(
  state: ExecutionState,
  equals: readonly RankedElement[],
): Promise<RankedElement[]> {
  if (equals.length < 2) return [...equals];
  const usable = equals.some(({ element }) => element.interactive)
    ? equals.filter(({ element }) => element.interactive)
    : equals;
  const separate = usable.filter(
    (one) => !usable.some((other) => other !== one && standsFor(other.element, one.element)),
  );
  const list = separate.length > 0 ? separate : [...usable];
  const [first] = list;
  if (list.length < 2 || list.length > 4 || !first) return list;
  return (await leadToOneUrl(state, list)) ? [first] : list;
}

/** Whether acting on `inner` equals acting on `outer`: the link in a card of the same name. */
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

function inside(inner: Element, outer: Element): boolean {
  return inner.frame === outer.frame && isWithin(inner, outer, 1);
}

/** Whether all matches are links to the same URL. */
async function leadToOneUrl({ turn }: ExecutionState, list: readonly RankedElement[]): Promise<boolean> {
  if (!list.every(({ element }) => element.role === 'Link')) return false;
  const read = await Promise.all(list.map(({ element }) => turn.read({ what: 'attributes', element: element.id })));
  const urls = new Set(read.map(({ attributes }) => attributes.href ?? ''));
  const [url] = urls;
  return urls.size === 1 && url !== undefined && url !== '' && url !== '#' && !/^javascript:/iu.test(url);
}
