import type { Looked, LookRequest, Prepared } from '../../../perception/page-protocol.js';
import type { CdpDocument } from '../frames/document-link.js';

interface Ahead {
  looked: Looked;
  arm: boolean;
  at: number;
}

/** A look that came along with another answer is as good as a new one for this long. */
const goodForMs = 15;

const held = new WeakMap<CdpDocument, Ahead>();

/** Keeps a look that came along with an answer, for whoever looks next. */
export function lookedAhead(document: CdpDocument, looked: Looked | undefined, arm: boolean): void {
  if (looked) held.set(document, { looked, arm, at: performance.now() });
}

const last = new WeakMap<CdpDocument, Looked>();

/** Remembers the last look at the whole of a document, for as long as the page says that it still holds. */
export function rememberLook(document: CdpDocument, request: LookRequest, looked: Looked): void {
  if (isWhole(request)) last.set(document, { ...looked, flashes: [], arrived: [] });
}

/** The look that came with getting ready, or the last one when the page is as it was. */
export function readyLook(document: CdpDocument, prepared: Extract<Prepared, { ok: true }>): void {
  lookedAhead(document, prepared.same ? last.get(document) : prepared.looked, true);
}

function isWhole(request: LookRequest): boolean {
  return !request.inside && request.find === undefined && !request.clip;
}

/** The look that was kept, if it is what is asked for and nothing can have changed since. */
export function takeAhead(document: CdpDocument, request: LookRequest): Looked | undefined {
  const ahead = held.get(document);
  held.delete(document);
  if (!ahead || !isWhole(request) || !request.fresh || (request.arm ?? false) !== ahead.arm) return undefined;
  if (performance.now() - ahead.at > goodForMs || ahead.looked.hosts > 0 || ahead.looked.mute > 0) return undefined;
  if (!ahead.arm) document.keepGlance();
  return ahead.looked;
}
