import type { WaitCondition } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
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
      if (left <= 0) throw waitTimeout(condition, ms);
      await context.page.changeSignal.wait(
        seconds === undefined ? Math.min(pollIntervalMs, left) : left,
        context.signal,
      );
    }
  });
}

function waitTimeout(condition: WaitCondition, ms: number): HandrailError {
  const described = typeof condition === 'string' ? condition : JSON.stringify(condition);
  return new HandrailError(
    'wait_timeout',
    `The condition ${described} was not met within ${ms} ms.`,
    'Observe to see what is there, or wait longer.',
  );
}

async function holds(context: ActionContext, condition: WaitCondition): Promise<boolean> {
  if (condition === 'page_loaded') return context.isLoaded();
  if (condition === 'url_changed') return context.page.page.url() !== context.observedUrl;
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
    if (await document.call('showsText', { text }, limits.observe, signal)) return true;
  }
  return false;
}

async function showsElement({ targets }: ActionContext, { name, role }: { name: string; role?: string }) {
  const wantedName = name.toLowerCase();
  const wantedRole = role?.toLowerCase();
  return (await targets.find(name)).some(
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
  return document ? document.call('isConnected', { number: location.number }, context.limits.observe) : false;
}
