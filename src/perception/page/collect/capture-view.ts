import { isSecretField } from '../../../core/element.js';
import { digest } from '../../digest.js';
import { readViewport, viewportBox } from '../dom/box.js';
import { activeElement, newElement, pageRoot, pageScroller, pageTitle, readyState } from '../dom/native-document.js';
import {
  clientHeightOf,
  clientWidthOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
} from '../dom/native-node.js';
import { elementOf, shadowRootOf } from '../dom/node-registry.js';
import { containerGoneReason, type Entry, type PageView, type PageViewRequest } from '../protocol.js';
import { selectedPageText, selectionFingerprint } from '../read/selected-text.js';
import { isAmbientElement } from '../record/ambient-elements.js';
import { changeCount } from '../record/change-count.js';
import { noteViewCaptured, takeFlashes } from '../record/flashes.js';
import { countNewOffscreen, findNewElements } from '../record/new-elements.js';
import { observeRoot } from '../record/observe-mutations.js';
import { mayMove, recordPending, startAction } from '../record/recorder.js';
import { findRemaining, type Listed, noteListed, removedWithoutInput } from '../record/remaining-elements.js';
import { noteScrollPosition } from '../record/scrolls.js';
import { noteControls, noteRedrawnReported, redrawnControls } from '../record/successors.js';
import { collectElements } from './collect-elements.js';
import { type Collection, defaultLimits, newCollection } from './collection.js';
import { collectInside, collectMatches } from './find-text.js';
import { addGroups } from './groups.js';
import { offscreenHeadings } from './offscreen-headings.js';
import { countPending, setCandidates } from './probes.js';

const maxTitleLength = 300;
/** Within this time, a change without any trace in the fingerprint is not expected. */
const unchangedMs = 40;

/** State of the document that shows, without a traversal, whether it changed. */
interface Fingerprint {
  at: number;
  changes: number;
  focused: Element | null;
  position: string;
}

let lastFingerprint: Fingerprint | undefined;
let lastEntries: readonly Entry[] = [];

/** The entries of the last captured view of the whole screen. */
export function lastCapturedEntries(): readonly Entry[] {
  return lastEntries;
}

let speculativeView: { collection: Collection; remaining?: Listed[]; fingerprint: Fingerprint } | undefined;

/** Captures what this document shows. The cost is bounded by the screen and by limits, not by the size of the page. */
export function captureView(request: PageViewRequest): PageView {
  recordPending();
  const { inside, find, clip, speculative } = request;
  const collection = collect(request);
  const isPartial = inside !== undefined || find !== undefined;
  const remaining = isPartial ? undefined : findRemaining(collection.entries);
  const removed = isPartial ? [] : removedWithoutInput();
  if (speculative) speculativeView = { collection, remaining, fingerprint: readFingerprint() };
  else noteView(collection, remaining, isPartial || clip ? undefined : readFingerprint());
  if (!isPartial && !clip) lastEntries = collection.entries;
  const scroller = mainScroller(collection);
  const view: PageView = {
    entries: collection.entries,
    url: location.href,
    title: pageTitle().slice(0, maxTitleLength),
    ready: readyState(),
    width: window.innerWidth,
    height: window.innerHeight,
    scroll: {
      x: Math.round(scrollLeftOf(scroller)),
      y: Math.round(scrollTopOf(scroller)),
      width: scrollWidthOf(scroller),
      height: scrollHeightOf(scroller),
    },
    viewport: readViewport(),
    ...(isPartial ? { above: [], below: [] } : offscreenHeadings(collection)),
    dropped: collection.dropped,
    incomplete: collection.incomplete,
    canvases: collection.canvases,
    secretDigests: collection.entries.flatMap(secretDigest),
    selectedText: selectedPageText(),
    groups: addGroups(collection.entries),
    lists: collection.lists,
    newElements: findNewElements(collection.entries),
    newOffscreen: isPartial ? 0 : countNewOffscreen(),
    ambientElements: [...collection.entries.filter(isAmbientEntry).map(({ number }) => number), ...removed],
    redrawn: redrawnControls(),
    remaining: (remaining ?? []).map(({ number }) => number),
    flashes: request.includeFlashes && !speculative ? takeFlashes() : [],
    hostCandidates: countPending(collection, 'hostCandidates'),
    listenerCandidates: countPending(collection, 'listenerCandidates'),
  };
  if (!speculative) {
    noteViewCaptured();
    noteRedrawnReported();
  }
  if (request.beforeAction) startAction();
  return view;
}

/** The entries of the whole screen, without any effect on later views. */
export function readEntries(): readonly Entry[] {
  return collect({}).entries;
}

function collect({ inside, find, clip }: PageViewRequest): Collection {
  if (inside) return collectInside(inside.number, inside.from) ?? newCollection(containerGoneReason);
  if (find !== undefined) {
    const { parts, complete } = collectMatches(find);
    const incomplete = complete ? undefined : 'the page is too large to be searched completely';
    return { ...newCollection(incomplete), entries: mergeEntries(parts) };
  }
  return collectElements(pageRoot() ?? newElement('html'), clip ?? viewportBox(), defaultLimits);
}

function mergeEntries(parts: Collection[]): Entry[] {
  const byNumber = new Map<number, Entry>();
  for (const { entries } of parts)
    for (const entry of entries) if (!byNumber.has(entry.number)) byNumber.set(entry.number, entry);
  return [...byNumber.values()];
}

function readFingerprint(): Fingerprint {
  const position = [
    location.href,
    window.scrollX,
    window.scrollY,
    window.innerWidth,
    window.innerHeight,
    selectionFingerprint(),
  ].join(' ');
  return { at: performance.now(), changes: changeCount(), focused: activeElement(), position };
}

/** Whether nothing changed since the last view of the whole screen, a moment ago. */
export function isUnchangedSinceView(): boolean {
  recordPending();
  if (!lastFingerprint || mayMove()) return false;
  const { at, changes, focused, position } = readFingerprint();
  if (at - lastFingerprint.at > unchangedMs || changes !== lastFingerprint.changes) return false;
  return focused === lastFingerprint.focused && position === lastFingerprint.position;
}

function noteView(collection: Collection, remaining: Listed[] | undefined, fingerprint: Fingerprint | undefined): void {
  noteControls(collection.entries);
  if (remaining) noteListed(collection.entries, remaining);
  setCandidates(collection);
  lastFingerprint = fingerprint;
  for (const { element } of collection.visible) {
    const shadow = shadowRootOf(element);
    if (shadow) observeRoot(shadow);
  }
  if (collection.scroller) noteScrollPosition(collection.scroller);
}

/** Records the last speculative view as the last view. */
export function commitView(): void {
  if (!speculativeView) return;
  noteView(speculativeView.collection, speculativeView.remaining, speculativeView.fingerprint);
  speculativeView = undefined;
  takeFlashes();
  noteViewCaptured();
  noteRedrawnReported();
}

function secretDigest({ number, states }: Entry): string[] {
  const element = isSecretField({ states }) ? elementOf(number) : undefined;
  return element instanceof HTMLInputElement && element.value ? [digest(element.value)] : [];
}

function isAmbientEntry({ number }: Entry): boolean {
  const element = elementOf(number);
  return element !== undefined && isAmbientElement(element);
}

/** The page, or the largest scroller on the screen if the page itself does not scroll. */
function mainScroller({ scroller }: Collection): Element {
  const page = pageScroller() ?? pageRoot() ?? newElement('html');
  const scrolls = scrollHeightOf(page) > clientHeightOf(page) + 1 || scrollWidthOf(page) > clientWidthOf(page) + 1;
  return scrolls ? page : (scroller ?? page);
}
