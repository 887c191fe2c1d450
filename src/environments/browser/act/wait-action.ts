import type { WaitCondition } from '../../../core/action.js';
import { describeUnmet } from '../../../core/describe-wait.js';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { describeElements } from '../../../perception/grounding/describe-elements.js';
import { isDocumentGone, isTimeout } from '../frames/page-document.js';
import type { ActionContext, ActionOf } from './action-context.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

export const defaultWaitMs = 10_000;
const pollIntervalMs = 100;

/** Waits until a condition holds, or for a number of seconds. */
export async function prepareWait(context: ActionContext, action: ActionOf<'wait'>): Promise<PreparedAction> {
  const condition = action.for;
  const seconds = typeof condition === 'object' && 'seconds' in condition ? condition.seconds : undefined;
  const ms = seconds === undefined ? (action.timeoutMs ?? defaultWaitMs) : seconds * 1_000;
  return preparedAction(async () => {
    const deadline = performance.now() + ms;
    while (seconds !== undefined || !(await holds(context, condition))) {
      const left = deadline - performance.now();
      if (left <= 0 && seconds !== undefined) return;
      if (left <= 0) throw await waitTimeout(context, condition, ms);
      await context.page.changeSignal.wait(
        seconds === undefined ? Math.min(pollIntervalMs, left) : left,
        context.signal,
      );
    }
  });
}

async function waitTimeout(context: ActionContext, condition: WaitCondition, ms: number): Promise<HandrailError> {
  if (typeof condition === 'object' && 'gone' in condition) return stillPresent(context, condition.gone, ms);
  if (condition === 'url_changed' || (typeof condition === 'object' && 'url' in condition))
    return new HandrailError(
      'wait_timeout',
      `The URL is still ${context.page.page.url()} after ${ms} ms.`,
      'Observe to see what is there, or wait longer.',
    );
  return new HandrailError(
    'wait_timeout',
    describeUnmet(condition, ms),
    'Observe to see what is there, or wait longer.',
  );
}

async function holds(context: ActionContext, condition: WaitCondition): Promise<boolean> {
  if (condition === 'page_loaded') return context.isLoaded();
  const url = context.page.page.url();
  if (condition === 'url_changed') return url !== context.urlBeforeAction;
  if ('url' in condition) return url.includes(condition.url);
  if (!context.canQuery()) return false;
  try {
    if ('text' in condition) return await showsText(context, condition.text);
    if ('element' in condition) return await showsElement(context, condition.element);
    if ('gone' in condition) return !(await isPresent(context, condition.gone));
    return false;
  } catch (error) {
    // The document is being replaced, or does not respond: try again.
    if (isDocumentGone(error) || isTimeout(error)) return false;
    throw error;
  }
}

async function showsText({ targets, limits, signal }: ActionContext, text: string): Promise<boolean> {
  for (const document of await targets.documents()) {
    if (await document.call('showsText', { text }, limits.observeTimeoutMs, signal)) return true;
  }
  return false;
}

async function showsElement(context: ActionContext, wanted: { name: string; role?: string }): Promise<boolean> {
  return (await findElements(context, wanted)).length > 0;
}

async function findElements({ targets }: ActionContext, { name, role }: { name: string; role?: string }) {
  const wantedName = name.toLowerCase();
  const wantedRole = role?.toLowerCase();
  return (await targets.find(name)).filter(
    (element) =>
      element.name.toLowerCase().includes(wantedName) &&
      (wantedRole === undefined || element.role.toLowerCase() === wantedRole || element.kind === wantedRole),
  );
}

type Gone = Extract<WaitCondition, { gone: unknown }>['gone'];

async function isPresent(context: ActionContext, gone: Gone): Promise<boolean> {
  if ('text' in gone) return showsText(context, gone.text);
  if ('name' in gone) return showsElement(context, gone);
  const location = context.ids.locationOf(gone.id);
  const document = location && (await context.targets.documents()).find(({ key }) => key === location.document);
  return document ? document.call('isConnected', { number: location.number }, context.limits.observeTimeoutMs) : false;
}

/** Names the elements that still match. */
async function stillPresent(context: ActionContext, gone: Gone, ms: number): Promise<HandrailError> {
  const wanted = 'text' in gone ? gone.text : 'name' in gone ? gone.name : gone.id;
  const matches = await findPresent(context, gone).catch((error: unknown) => {
    if (isDocumentGone(error) || isTimeout(error)) return [];
    throw error;
  });
  const listed = matches.length > 0 ? `: ${describeElements(matches)}` : '';
  const inTitle = matches.length === 0 && 'text' in gone ? await describeTitle(context, gone.text) : '';
  return new HandrailError(
    'wait_timeout',
    `"${wanted}" is still shown after ${ms} ms${listed}${inTitle}.`,
    'Wait longer, or for a text that only the disappearing element has.',
  );
}

async function findPresent(context: ActionContext, gone: Gone): Promise<readonly Element[]> {
  if ('name' in gone) return findElements(context, gone);
  if ('id' in gone) return [context.ids.lastSeen(gone.id)].filter((element) => element !== undefined);
  const wanted = gone.text.toLowerCase();
  return (await context.targets.find(gone.text)).filter(({ name, value = '', text = '' }) =>
    `${name} ${value} ${text}`.toLowerCase().includes(wanted),
  );
}

async function describeTitle({ page }: ActionContext, text: string): Promise<string> {
  const title = await page.page.title();
  return title.toLowerCase().includes(text.toLowerCase()) ? `: the title is "${title}"` : '';
}
