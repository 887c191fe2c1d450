import { within } from '../../../core/deadline.js';
import type { Element, ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry.js';
import type { View, ViewRequest } from '../../../core/view.js';
import { goneInside, type Looked, type LookRequest } from '../../../perception/page-protocol.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/document-link.js';
import { findFrames } from '../frames/frame-documents.js';
import type { Tab } from '../tabs/tab.js';
import { rememberLook, takeAhead } from './cached-look.js';
import { lookInto } from './inspect-element.js';

/** A view that is being put together. */
export interface Gathering {
  tab: Tab;
  ids: ElementIds;
  look: ViewRequest;
  fresh: boolean;
  arm: boolean;
  ms: number;
  /** Frames are looked into until then (performance.now). */
  until: number;
  signal?: AbortSignal;
  elements: Element[];
  restless: ElementId[];
  canvases: Rect[];
  flashes: string[];
  arrived: ElementId[];
  unseenRows: NonNullable<View['unseenRows']>;
  dropped: number;
  incomplete?: string;
}

/** Looks at one document, and into those parts of it that only the driver can see. */
export async function lookAt(
  gathering: Gathering,
  document: CdpDocument,
  request: LookRequest,
  ms = gathering.ms,
): Promise<Looked> {
  const askLook = () => document.ask('look', request, ms, gathering.signal);
  let looked = takeAhead(document, request) ?? (await askLook());
  if ((looked.hosts > 0 || looked.mute > 0) && (await lookInto(document, looked, ms))) looked = await askLook();
  const { inside } = gathering.look;
  if (inside && looked.incomplete === goneInside) throw goneElement(inside.element, true);
  rememberLook(document, request, looked);
  return looked;
}

/** Nothing is shown in the place of an element that is not there. */
export function goneElement(id: ElementId, wasThere: boolean): HandrailError {
  return wasThere
    ? new HandrailError('stale_element', `${id} is gone.`, 'Observe to see what is there now.')
    : new HandrailError('unknown_element', `There is no ${id}.`, 'Use an id from the last observation.');
}

export const tooManyFrames = 'there was no time to look into all frames';

/** The documents of the iframes in a document, by the number of the iframe element: those that could be found in time. */
export async function framesInTime(gathering: Gathering, document: CdpDocument): Promise<Map<number, CdpDocument>> {
  const found = new Map<number, CdpDocument>();
  const left = Math.max(0, gathering.until - performance.now());
  await within(left, 'Finding the frames', findFrames(gathering.tab, document, found), gathering.signal).catch(
    (error: unknown) => {
      if (!isLate(error)) throw error;
      gathering.incomplete ??= tooManyFrames;
    },
  );
  return found;
}

export function isLate(error: unknown): boolean {
  return error instanceof HandrailError && error.code === 'deadline';
}

export function timeLeft({ until }: Gathering): number {
  return Math.max(20, until - performance.now());
}
