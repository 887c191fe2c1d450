import type { Frame, Page } from 'playwright-core';
import type { Element, ElementId } from '../../../core/element.js';
import type { Size } from '../../../core/geometry.js';
import type { View, ViewRequest } from '../../../core/view.js';
import type { LookRequest } from '../../../perception/page-protocol.js';
import type { ElementIds } from '../element-ids.js';
import { CollectorFailed, isGone } from '../frames/document-link.js';
import { toElement } from '../to-element.js';
import { plainDocument } from './document.js';

export interface PlainSight {
  view: View;
  restless: ElementId[];
  flashes: string[];
}

/** Looks at a page of any engine: its own document, then its frames where they stand. */
export async function plainLook(
  page: Page,
  ids: ElementIds,
  look: ViewRequest,
  screen: Size,
  ms: number,
  flags: { fresh?: boolean; arm?: boolean },
): Promise<PlainSight> {
  const restless: ElementId[] = [];
  const flashes: string[] = [];
  let unread: string | undefined;
  const main = await plainDocument(page.mainFrame(), ms);
  const inside = look.inside && ids.placeOf(look.inside.element);

  async function see(frame: Frame, offset: { x: number; y: number }, name: string | undefined) {
    const document = frame === page.mainFrame() ? main : await plainDocument(frame, ms);
    const request: LookRequest = { ...flags };
    if (look.find !== undefined) request.find = look.find;
    if (inside?.document === document.key) request.inside = { number: inside.number, from: look.inside?.from ?? 0 };
    const looked = await document.ask('look', request, ms);
    const idOf = (number: number): ElementId => ids.idOf({ document: document.key, number, tab: 'page' });
    restless.push(...looked.restless.map(idOf));
    flashes.push(...looked.flashes);
    const frames = await framesByNumber(frame, document.numberOf);
    const elements: Element[] = [];
    for (const entry of looked.entries) {
      const [x, y, width, height] = entry.box;
      elements.push(toElement(entry, idOf, { x: x + offset.x, y: y + offset.y, width, height }, name));
      const child = entry.frame && frames.get(entry.number);
      if (!child || !entry.frame) continue;
      const [left, top] = entry.frame.box;
      const within = await see(
        child,
        { x: offset.x + left, y: offset.y + top },
        entry.name || child.url().slice(0, 60),
      ).catch((error: unknown) => {
        if (error instanceof CollectorFailed) unread ??= 'a frame could not be read';
        else if (!isGone(error)) throw error;
      });
      elements.push(...(within?.elements ?? []));
    }
    return { elements, looked };
  }

  const { elements, looked } = await see(page.mainFrame(), { x: 0, y: 0 }, undefined);
  ids.remember(elements);
  const view: View = {
    screen,
    scene: main.key,
    url: looked.url,
    title: looked.title,
    scroll: looked.scroll,
    elements,
    dropped: looked.dropped,
  };
  const below = Math.max(0, Math.round(looked.scroll.height - looked.scroll.y - looked.height));
  if (looked.scroll.y > 0) view.above = { pixels: looked.scroll.y, headings: looked.above };
  if (below > 0) view.below = { pixels: below, headings: looked.below };
  const incomplete = looked.incomplete ?? unread;
  if (incomplete) view.incomplete = incomplete;
  return { view, restless, flashes };
}

/** The frames directly inside a frame, by the number of the iframe element. */
export async function framesByNumber(
  frame: Frame,
  numberOf: (handle: Awaited<ReturnType<Frame['frameElement']>>) => Promise<number>,
): Promise<Map<number, Frame>> {
  const found = new Map<number, Frame>();
  for (const child of frame.childFrames()) {
    const number = await child
      .frameElement()
      .then(numberOf)
      .catch((error: unknown) => (child.isDetached() ? 0 : Promise.reject(error)));
    found.set(number, child);
  }
  return found;
}
