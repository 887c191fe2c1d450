import { withTimeout } from '../../../core/deadline.js';
import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { View, ViewRequest } from '../../../core/view.js';
import { containerGoneReason, type PageView, type PageViewRequest } from '../../../perception/page/protocol.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findFrames } from '../frames/frame-documents.js';
import { isTimeout } from '../frames/page-document.js';
import type { Tab } from '../tabs/tab.js';
import type { CollectedView } from './collected-view.js';
import { inspectElements } from './inspect-elements.js';
import { rememberView, takeCachedView } from './view-cache.js';

/** A view that documents are being added to. */
export interface PartialView extends Omit<CollectedView, 'view'> {
  tab: Tab;
  ids: ElementIds;
  request: ViewRequest;
  includeFlashes: boolean;
  beforeAction: boolean;
  timeoutMs: number;
  /** No frame is observed after this time (performance.now). */
  frameDeadline: number;
  signal?: AbortSignal;
  elements: View['elements'];
  newElements: ElementId[];
  redrawn: ElementId[];
  remaining: ElementId[];
  offscreenRows: NonNullable<View['offscreenRows']>;
  dropped: number;
  selectedText: string;
  incomplete?: string;
}

const maxInspections = 2;

/** Observes one document, including what only the driver can see in it. */
export async function observeDocument(
  partial: PartialView,
  document: CdpDocument,
  request: PageViewRequest,
  timeoutMs = partial.timeoutMs,
): Promise<PageView> {
  const capture = () => document.call('captureView', request, timeoutMs, partial.signal);
  let view = takeCachedView(document, request) ?? (await capture());
  // An inspection can reveal elements that need one themselves: the shapes in a closed root.
  for (let round = 0; round < maxInspections && (await inspectElements(document, view, timeoutMs)); round += 1)
    view = await capture();
  const { inside } = partial.request;
  if (inside && view.incomplete === containerGoneReason) throw goneElement(inside.element, true);
  rememberView(document, request, view);
  return view;
}

/** The error for a view inside an element that does not exist. */
export function goneElement(id: ElementId, wasKnown: boolean): HandrailError {
  return wasKnown
    ? new HandrailError('stale_element', `${id} is gone.`, 'Observe to see what is there now.')
    : new HandrailError('unknown_element', `There is no element ${id}.`, 'Use an id from the last observation.');
}

export const framesLeftOut = 'not all frames could be observed in time';

/** The documents of the iframes in a document that could be found in time, by the number of the iframe element. */
export async function findFramesInTime(partial: PartialView, document: CdpDocument): Promise<Map<number, CdpDocument>> {
  const found = new Map<number, CdpDocument>();
  const left = Math.max(0, partial.frameDeadline - performance.now());
  const finding = withTimeout(left, 'Finding the frames', findFrames(partial.tab, document, found), partial.signal);
  await finding.catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
    partial.incomplete ??= framesLeftOut;
  });
  return found;
}

export function frameTimeoutMs({ frameDeadline }: PartialView): number {
  return Math.max(20, frameDeadline - performance.now());
}
