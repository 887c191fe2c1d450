import { HandrailError } from '../../../core/errors.js';
import type { Rest } from '../../../perception/page-protocol.js';
import { type CdpDocument, CollectorFailed, isGone } from '../frames/document-link.js';
import { lookedAhead } from '../observe/cached-look.js';
import type { Tab } from '../tabs/tab.js';
import { ownRequests } from './evidence.js';

export interface SettleResult {
  ms: number;
  because: string;
  rested: boolean;
  /** What each watched document recorded; a document that was replaced has nothing to tell. */
  answers: Map<CdpDocument, Rest>;
}

/** A page gets this long to come to rest even when the action took all its time. */
const shortest = 200;
/** How long a frame that was not acted on may take to say what it saw. */
const besideMs = 500;
/** How much later than asked for a page may answer. */
const slack = 500;

/** Why the page cannot be asked, or must not be waited for. */
export function standstill(tab: Tab): string | undefined {
  if (tab.modal) return tab.modal.dialog ? `a dialog (${tab.modal.modal.kind}) is open` : 'a file chooser is open';
  if (tab.crashed) return 'the page crashed';
  if (tab.closed) return 'the tab closed';
  return undefined;
}

/** What the page still waits for since `begun`. */
function pending(tab: Tab, begun: number): string | undefined {
  if (tab.navigation.pending) return 'navigation';
  // A page that was still loading when the action began is not loading because of it.
  const isNew = (tab.navigation.lately.at(-1) ?? 0) >= begun;
  if (isNew && !tab.navigation.ready) return 'document still loading';
  if (isNew && !tab.navigation.loaded) return 'page still loading';
  const request = tab.requests.pending(begun)[0];
  return request && `request to ${request.url.split(/[?#]/, 1)[0]?.slice(0, 120)}`;
}

/**
 * Waits until nothing that the action set going is under way: event by event, never by a fixed time, at most `cap`. A page that does not
 * answer at all is given until `until` (performance.now) before it counts as hung.
 */
export async function settle(
  tab: Tab,
  watched: readonly CdpDocument[],
  begun: number,
  cap: number,
  until: number,
  signal?: AbortSignal,
): Promise<SettleResult> {
  const started = performance.now();
  const most = Math.min(cap, Math.max(shortest, until - started));
  const deadline = started + most;
  const result = (because: string, rested: boolean, answers: Map<CdpDocument, Rest> = new Map()): SettleResult => ({
    ms: Math.round(performance.now() - started),
    because,
    rested,
    answers,
  });
  let linger = 0;
  for (;;) {
    const still = standstill(tab);
    if (still) return result(still, true);
    const left = deadline - performance.now();
    const why = pending(tab, begun);
    if (left <= 0)
      return result(
        `gave up after ${Math.round(most)} ms: ${why ?? 'the page keeps changing'}`,
        false,
        await answersNow(tab, watched),
      );
    if (why) {
      await tab.bell.next(left, signal);
      continue;
    }
    const answers = await settleAll(tab, documentsNow(tab, watched), { cap: left, linger }, until, signal);
    if (!answers || pending(tab, begun)) continue;
    if (linger === 0 && asksNetwork(tab, begun, answers)) {
      linger = lingerMs;
      continue;
    }
    const restless = [...answers.values()].find((answer) => !answer.rested);
    if (restless) return result(`gave up after ${Math.round(most)} ms: ${restless.because}`, false, answers);
    return result(calm(answers, tab, begun), true, answers);
  }
}

function calm(answers: Map<CdpDocument, Rest>, tab: Tab, begun: number): string {
  const changed = [...answers.values()].some((answer) => answer.activity.mutations > 0);
  const asked = tab.requests.since(begun).length > 0;
  return `${asked ? 'requests done' : 'no requests'}, ${changed ? 'changes done' : 'no mutations'}`;
}

/** The action's own handlers asked the network for something: its answer has an effect of its own. */
function asksNetwork(tab: Tab, begun: number, answers: ReadonlyMap<CdpDocument, Rest>): boolean {
  return ownRequests(tab.requests.since(begun), answers).some(({ kind }) => kind === 'Fetch' || kind === 'XHR');
}

function documentsNow(tab: Tab, watched: readonly CdpDocument[]): CdpDocument[] {
  const main = tab.frames.main();
  const alive = watched.filter((document) => tab.frames.document(document.frameId) === document);
  return [...new Set(main ? [main, ...alive] : alive)];
}

/** How long after an answer from the network its effect is waited for. */
const lingerMs = 60;

const mostFrames = 12;

/** The frames beside: what an action did may show there too. */
function framesBeside(tab: Tab, documents: readonly CdpDocument[]): CdpDocument[] {
  const main = tab.frames.main();
  const found: CdpDocument[] = [];
  const visit = (frameId: string): void => {
    for (const child of tab.frames.childrenOf(frameId)) {
      const document = tab.frames.document(child);
      if (document && !documents.includes(document) && found.length < mostFrames) found.push(document);
      visit(child);
    }
  };
  if (main) visit(main.frameId);
  return found;
}

/** A document whose collector fails has nothing to tell; the looks before and after may. */
function notRecorded(error: unknown): undefined {
  if (!(error instanceof CollectorFailed)) throw error;
}

/** Asks all documents to settle. Nothing when the page went on to something else meanwhile. */
async function settleAll(
  tab: Tab,
  documents: CdpDocument[],
  request: { cap: number; linger: number },
  until: number,
  signal?: AbortSignal,
): Promise<Map<CdpDocument, Rest> | undefined> {
  const answers = new Map<CdpDocument, Rest>();
  const most = Math.max(request.cap, until - performance.now()) + slack;
  let over = false;
  const asked = Promise.all([
    ...documents.map(async (document) => {
      const look = document === tab.frames.main();
      const answer = await document.ask('settle', { ...request, look }, most, signal).catch(notRecorded);
      if (!answer) return;
      lookedAhead(document, answer.looked, false);
      answers.set(document, answer);
    }),
    ...framesBeside(tab, documents).map(async (document) => {
      const answer = await document.ask('settle', { cap: 0 }, besideMs, signal).catch(() => undefined); // not what was acted on
      if (answer) answers.set(document, { ...answer, rested: true });
    }),
  ]).finally(() => {
    over = true;
    tab.bell.ring();
  });
  asked.catch(() => undefined); // read below
  while (!over && !standstill(tab) && !tab.navigation.pending) await tab.bell.next(most, signal);
  if (!over) return undefined;
  try {
    await asked;
    return answers;
  } catch (error) {
    if (isGone(error)) return undefined;
    if (error instanceof HandrailError && error.code === 'deadline')
      throw new HandrailError('page_hung', 'The page does not answer.', 'Reload it, or navigate elsewhere.');
    throw error;
  }
}

async function answersNow(tab: Tab, watched: readonly CdpDocument[]): Promise<Map<CdpDocument, Rest>> {
  const answers = new Map<CdpDocument, Rest>();
  if (tab.navigation.pending) return answers; // on its way elsewhere, a page answers nothing
  for (const document of documentsNow(tab, watched)) {
    const answer = await document.ask('settle', { cap: 0 }, 1_000).catch(() => undefined); // what it cannot tell is looked at afterwards
    if (answer) answers.set(document, answer);
  }
  return answers;
}

/** How much longer it may take until it is clear whose doing a change was. */
const doubtMs = 1_500;

/** Waits for a first sign of an effect, at most `most` and not beyond `until`: a change, a request, a navigation, a dialog. */
export async function firstSign(
  tab: Tab,
  documents: readonly CdpDocument[],
  most: number,
  hasAsked: () => boolean,
  until: number,
  signal?: AbortSignal,
  /** Mutations that were seen already. */
  beyond: (document: CdpDocument) => number = () => 0,
): Promise<boolean> {
  let seen = false;
  let asking = documents.length;
  for (const document of documents) {
    document
      .ask('sign', { most, beyond: beyond(document) }, most + doubtMs + 1_000, signal)
      .then((answer) => {
        seen ||= answer.activity.mutations > beyond(document);
      })
      .catch((error: unknown) => {
        seen ||= isGone(error);
      })
      .finally(() => {
        asking -= 1;
        tab.bell.ring();
      });
  }
  const deadline = Math.min(performance.now() + most + doubtMs, until);
  while (!seen && asking > 0) {
    if (standstill(tab) || tab.navigation.pending || hasAsked()) return true;
    const left = deadline - performance.now();
    if (left <= 0) break;
    await tab.bell.next(left, signal);
  }
  return seen;
}

/** Does `work`, but lets go of it when a dialog, a crash or the deadline comes first. */
export async function carry(tab: Tab, work: Promise<void>, ms: number, signal?: AbortSignal): Promise<void> {
  const { done, isOver } = ringWhenOver(tab, work);
  const deadline = performance.now() + ms;
  const openBefore = tab.modal;
  while (!isOver()) {
    if (standstill(tab) && (tab.modal === undefined || tab.modal !== openBefore)) return;
    const left = deadline - performance.now();
    if (left <= 0) throw new HandrailError('deadline', `The action took more than ${Math.round(ms)} ms.`);
    await tab.bell.next(left, signal);
  }
  await done;
}

/** A dialog keeps a page from answering for good: then there is nothing to wait for. */
export async function untilStandstill<T>(tab: Tab, work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const { done, isOver } = ringWhenOver(tab, work);
  const deadline = performance.now() + ms;
  const wasOpen = standstill(tab);
  while (!isOver()) {
    const left = deadline - performance.now();
    if (left <= 0) throw new HandrailError('deadline', `The page took more than ${Math.round(ms)} ms.`);
    if (!wasOpen && standstill(tab)) throw new HandrailError('deadline', `${standstill(tab)}.`);
    await tab.bell.next(left, signal);
  }
  return done;
}

function ringWhenOver<T>(tab: Tab, work: Promise<T>): { done: Promise<T>; isOver(): boolean } {
  let over = false;
  const done = work.finally(() => {
    over = true;
    tab.bell.ring();
  });
  done.catch(() => undefined); // read by who waits, or no longer wanted
  return { done, isOver: () => over };
}
