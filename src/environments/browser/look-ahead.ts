import type { Looked, LookRequest } from '../../perception/protocol.js';
import { type CdpDocument, isGone } from './document-link.js';

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

/** The look that was kept, if it is what is asked for and nothing can have changed since. */
export function takeAhead(document: CdpDocument, request: LookRequest): Looked | undefined {
  const ahead = held.get(document);
  held.delete(document);
  const isWhole = !request.inside && request.find === undefined && !request.clip;
  if (!ahead || !isWhole || !request.fresh || (request.arm ?? false) !== ahead.arm) return undefined;
  if (performance.now() - ahead.at > goodForMs || ahead.looked.hosts > 0 || ahead.looked.mute > 0) return undefined;
  if (!ahead.arm) keepGlance(document);
  return ahead.looked;
}

/** Not waited for: whatever is asked of the document next comes after it. */
function keepGlance(document: CdpDocument): void {
  document.ask('keepGlance', undefined, 2_000).catch((error: unknown) => {
    if (!isGone(error) && !(error instanceof Error && error.name === 'HandrailError')) throw error;
  });
}
