import type { Box } from '../../page-protocol.js';
import { area, viewportBox } from '../box.js';
import { clientHeightOf, scrollHeightOf, tagOf } from '../dom.js';
import { matchesSelector } from '../query.js';
import { shadowRootOf } from '../registry.js';
import { mayHostClosedRoot } from './closed-hosts.js';
import type { Walk } from './walk.js';

/** Notes what an element means for the view as a whole: a drawing, a modal dialog, a closed part, something laid over others, a scroller. */
export function noteSpecial(result: Walk, element: Element, style: CSSStyleDeclaration, rect: DOMRect, box: Box): void {
  const tag = tagOf(element);
  if (tag === 'CANVAS' || tag === 'VIDEO' || tag === 'EMBED' || tag === 'OBJECT') result.canvases.push(box);
  if (tag === 'DIALOG' && matchesSelector(element, ':modal')) result.modal = element;
  if (!shadowRootOf(element) && mayHostClosedRoot(element)) result.hosts.push(element);
  if (isPositioned(style) || style.zIndex !== 'auto')
    result.seen.push({ element, box, interactive: false, raised: true });
  if (
    /auto|scroll/.test(style.overflowY) &&
    scrollHeightOf(element) > clientHeightOf(element) + 8 &&
    area(rect) > area(viewportBox()) / 3
  ) {
    result.scroller ??= element;
  }
}

function isPositioned(style: CSSStyleDeclaration): boolean {
  return style.position === 'fixed' || style.position === 'absolute' || style.position === 'sticky';
}
