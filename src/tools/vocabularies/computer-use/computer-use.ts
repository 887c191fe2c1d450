import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { cancelled } from '../../../core/deadline.js';
import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import { nearestName } from '../../../core/nearest.js';
import { describeChange } from '../../../perception/diff/describe-change.js';
import { focusApp, isWholeScreen, readApps, tellApps, useApp } from '../../builtin/apps.js';
import { openTabs } from '../../builtin/open-tabs.js';
import type { ToolContext } from '../../context.js';
import { closestFirst } from '../../target/closest-first.js';
import { defineTool } from '../../tool.js';
import { acts, type Facts, takesModifiers } from './act.js';
import { type CaptureOptions, capture } from './capture.js';
import { type ComputerUseInput, captureFirst, computerUseInput, needed } from './fields.js';
import { type ComputerAction, computerActions, getComputerUseSchema } from './schema.js';

const { name, description, parameters } = getComputerUseSchema();
const valid = `Valid actions: ${computerActions.join(', ')}.`;

/** What other vocabularies call these. They are named to the caller, not done for it. */
const otherNames: Readonly<Record<string, ComputerAction>> = {
  screenshot: 'capture',
  observe: 'capture',
  snapshot: 'capture',
  left_click: 'click',
  tap: 'click',
  left_click_drag: 'drag',
  drag_and_drop: 'drag',
  type_text: 'type',
  input_text: 'type',
  hotkey: 'key',
  keypress: 'key',
  press_key: 'key',
  key_combination: 'key',
  select: 'set_value',
  select_option: 'set_value',
  sleep: 'wait',
  list_windows: 'list_apps',
  list_tabs: 'list_apps',
  open_app: 'focus_app',
  switch_app: 'focus_app',
  focus_window: 'focus_app',
};

function readAction(asked: string): ComputerAction {
  const known = computerActions.find((one) => one === asked);
  if (known) return known;
  const word = asked
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const meant =
    (Object.hasOwn(otherNames, word) ? otherNames[word] : undefined) ??
    nearestName(word, closestFirst(word, computerActions));
  throw new HandrailError(
    'invalid_input',
    `There is no action "${asked.slice(0, 60)}".${meant ? ` Did you mean ${meant}?` : ''}`,
    valid,
  );
}

const longestWait = 30;

async function wait(call: ComputerUseInput, context: ToolContext): Promise<Facts> {
  const seconds = Math.min(longestWait, Math.max(0, needed(call.seconds, 'wait', 'seconds')));
  await pause(seconds * 1_000, undefined, { signal: context.signal }).catch((error: unknown) => {
    throw context.signal.aborted ? cancelled(context.signal) : error;
  });
  const { changes = [] } = await context.observe({ budget: 1 });
  context.say(changes.length > 0 ? changes.slice(0, 12).map(describeChange).join('\n') : 'Nothing changed meanwhile.');
  return { seconds, effect: changes.length > 0 ? 'changed' : 'unchanged' };
}

async function carryOut(action: ComputerAction, call: ComputerUseInput, context: ToolContext): Promise<Facts> {
  if (action === 'focus_app') {
    const raise = call.raise_window ?? false;
    const { tab, outcome } = await focusApp(needed(call.app, 'focus_app', 'app'), raise, context);
    return { app: tab.title || tab.url, raised: raise, effect: outcome.effect };
  }
  if (action === 'list_apps') return { apps: await listApps(context), effect: 'unchanged' };
  if (call.app) await useApp(call.app, context);
  if (action === 'capture') return { ...(await capture(limited(call, context), context)), effect: 'unchanged' };
  if (action === 'wait') return wait(call, context);
  return acts[action](call, context);
}

/** The tabs of a browser, or the programs of a desktop that have windows. */
async function listApps(context: ToolContext): Promise<Record<string, unknown>[]> {
  if (context.isPage) {
    const open = await openTabs(context);
    const lines = open.map(
      ({ id, title, url, active }) => `${id} "${title || url}" ${url}${active ? ' (in use)' : ''}`,
    );
    context.say(lines.join('\n'));
    return open.map(({ id, title, url, active }) => ({ app: title || url, url, tab: id, active }));
  }
  const apps = (await readApps(context)).filter(({ windows }) => windows.length > 0);
  context.say(tellApps(apps));
  return apps.map(({ app, windows }) => ({ app, windows }));
}

/** On a desktop, `app` leaves the other windows out of the list and of the marks. A page is alone on its screen anyway. */
function limited(call: ComputerUseInput, { isPage }: ToolContext): CaptureOptions {
  return { ...call, windowOnly: !isPage && !isWholeScreen(call.app) };
}

/** What to do next, in the words of this tool. */
function inOwnWords(error: unknown): unknown {
  if (!(error instanceof HandrailError) || /\bel_\d/.test(error.hint ?? '')) return error;
  const hints: Partial<Record<ErrorCode, string>> = {
    unknown_element: captureFirst,
    stale_element: 'Capture again and use its numbers; what is in another tab or window needs app.',
    modal_open: "Answer it with action='key': keys 'return' accepts, 'escape' dismisses.",
  };
  const hint = hints[error.code];
  return hint ? new HandrailError(error.code, error.message, hint) : error;
}

export const computerUse = defineTool({
  name,
  title: 'Use the computer',
  description,
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  schema: parameters,
  input: computerUseInput,
  output: z.looseObject({ ok: z.literal(true), action: z.string() }),
  returns: 'What was done and what it changed; for a capture, what is on the screen.',
  examples: [
    'computer_use(action="capture")',
    'computer_use(action="click", element=5, capture_after=true)',
    'computer_use(action="type", text="mug")',
    'computer_use(action="key", keys="return")',
  ],
  timeoutMs: 90_000,
  needs: { required: [], optimal: ['vision'] },
  takes: { urls: [], paths: [], secrets: ['text', 'value'] },
  positional: ['action'],
  missing: (field) => `computer_use needs ${field}. ${valid}`,
  async run(call, context) {
    const action = readAction(call.action);
    if (call.modifiers?.length && !takesModifiers.has(action))
      throw new HandrailError(
        'invalid_input',
        `No keys can be held during ${action}.`,
        'Leave modifiers out, or use action key.',
      );
    if (action === 'drag' && call.button !== undefined && call.button !== 'left')
      throw new HandrailError('invalid_input', 'A drag is done with the left button.', 'Leave button out.');
    try {
      const facts = await carryOut(action, call, context);
      const isAfter = call.capture_after === true && action !== 'capture';
      return {
        ok: true as const,
        action,
        ...facts,
        ...(isAfter ? { capture: await capture(limited(call, context), context) } : {}),
      };
    } catch (error) {
      throw inOwnWords(error);
    }
  },
});
