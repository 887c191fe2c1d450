import type { Action, WaitCondition } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { type CdpDocument, isGone } from '../frames/document-link.js';
import { gather } from '../observe/collect-view.js';
import { canAsk } from '../tabs/tab.js';
import { type ActionContext, doing, type PreparedAction } from './action-context.js';

const defaultMs = 10_000;
const glance = 100;

/** Waits until a condition holds. `seenUrl` is the address of the last observation. */
export async function wait(
  hands: ActionContext,
  action: Extract<Action, { type: 'wait' }>,
  seenUrl: string,
): Promise<PreparedAction> {
  const condition = action.for;
  const seconds = typeof condition === 'object' && 'seconds' in condition ? condition.seconds : undefined;
  const ms = seconds === undefined ? (action.timeoutMs ?? defaultMs) : seconds * 1_000;
  return doing(async () => {
    const deadline = performance.now() + ms;
    for (;;) {
      if (seconds === undefined && (await holds(hands, condition, seenUrl))) return;
      const left = deadline - performance.now();
      if (left <= 0) {
        if (seconds !== undefined) return;
        throw new HandrailError(
          'wait_timeout',
          `${describe(condition)} did not come true within ${ms} ms.`,
          'Observe to see what is there, or wait longer.',
        );
      }
      await hands.tab.bell.next(seconds === undefined ? Math.min(glance, left) : left, hands.signal);
    }
  });
}

function describe(condition: WaitCondition): string {
  return typeof condition === 'string' ? condition : JSON.stringify(condition);
}

async function holds(hands: ActionContext, condition: WaitCondition, seenUrl: string): Promise<boolean> {
  const { tab } = hands;
  if (condition === 'page_loaded') return !tab.navigation.pending && tab.navigation.loaded;
  if (condition === 'url_changed') return tab.page.url() !== seenUrl;
  if (!canAsk(tab)) return false;
  try {
    if ('text' in condition) return await showsText(hands, condition.text);
    if ('element' in condition) return await showsElement(hands, condition.element);
    if ('gone' in condition) return !(await isThere(hands, condition.gone));
    return false;
  } catch (error) {
    // Between two documents, or too busy to answer: look again.
    if (isGone(error) || (error instanceof HandrailError && error.code === 'deadline')) return false;
    throw error;
  }
}

function documents(hands: ActionContext): CdpDocument[] {
  const list: CdpDocument[] = [];
  const visit = (document: CdpDocument | undefined) => {
    if (!document) return;
    list.push(document);
    for (const child of hands.tab.frames.childrenOf(document.frameId)) visit(hands.tab.frames.document(child));
  };
  visit(hands.tab.frames.main());
  return list;
}

async function showsText(hands: ActionContext, text: string): Promise<boolean> {
  for (const document of documents(hands)) {
    if (await document.ask('showsText', { text }, hands.limits.look, hands.signal)) return true;
  }
  return false;
}

async function showsElement(hands: ActionContext, { name, role }: { name: string; role?: string }): Promise<boolean> {
  const { view } = await gather(hands.tab, hands.ids, {
    look: { find: name },
    ms: hands.limits.look,
    signal: hands.signal,
  });
  const wanted = name.toLowerCase();
  return view.elements.some(
    (element) =>
      element.name.toLowerCase().includes(wanted) &&
      (role === undefined || element.role.toLowerCase() === role.toLowerCase() || element.kind === role.toLowerCase()),
  );
}

type Gone = Extract<WaitCondition, { gone: unknown }>['gone'];

async function isThere(hands: ActionContext, gone: Gone): Promise<boolean> {
  if ('text' in gone) return showsText(hands, gone.text);
  if ('name' in gone) return showsElement(hands, gone);
  const place = hands.ids.placeOf(gone.id);
  const document = place && documents(hands).find((one) => one.key === place.document);
  return document ? document.ask('isConnected', { number: place.number }, hands.limits.look) : false;
}
