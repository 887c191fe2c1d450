import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Action, Target } from '../../../core/action.js';
import { toCancelledError } from '../../../core/deadline.js';
import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import { suggestName } from '../../../core/words/suggest-name.js';
import { describeChange } from '../../../perception/diff/describe-change.js';
import type { ToolContext } from '../../context.js';
import { sortByLengthDifference } from '../../sort-by-length-difference.js';
import { defineTool } from '../../tool.js';
import { activateApp, focusApp, formatApps, isWholeScreen, readApps } from '../../windows/apps.js';
import { listTabs } from '../../windows/tabs.js';
import { actionHandlers, actionsWithModifiers, type Facts } from './act.js';
import { type CaptureOptions, capture } from './capture.js';
import { type ComputerUseInput, computerUseInput, elementNumberHint, requireField } from './fields.js';
import { type ComputerAction, computerActions, getComputerUseSchema } from './schema.js';

const { name, description, parameters } = getComputerUseSchema();
const valid = `Valid actions: ${computerActions.join(', ')}.`;

/** Names in other vocabularies. The error message suggests the right one. */
const foreignNames: Readonly<Record<string, ComputerAction>> = {
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
  const normalized = asked
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const suggestion =
    (Object.hasOwn(foreignNames, normalized) ? foreignNames[normalized] : undefined) ??
    suggestName(normalized, sortByLengthDifference(normalized, computerActions));
  throw new HandrailError(
    'invalid_input',
    `There is no action "${asked.slice(0, 60)}".${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
    valid,
  );
}

const maxWaitSeconds = 30;
const maxReportedChanges = 12;

async function wait(call: ComputerUseInput, context: ToolContext): Promise<Facts> {
  const seconds = Math.min(maxWaitSeconds, Math.max(0, requireField(call.seconds, 'wait', 'seconds')));
  await pause(seconds * 1_000, undefined, { signal: context.signal }).catch((error: unknown) => {
    throw context.signal.aborted ? toCancelledError(context.signal) : error;
  });
  const { changes = [] } = await context.observe({ budget: 1 });
  context.report(
    changes.length > 0 ? changes.slice(0, maxReportedChanges).map(describeChange).join('\n') : 'Nothing changed.',
  );
  return { seconds, effect: changes.length > 0 ? 'changed' : 'unchanged' };
}

async function dispatch(action: ComputerAction, call: ComputerUseInput, context: ToolContext): Promise<Facts> {
  if (action === 'focus_app') {
    const raise = call.raise_window ?? false;
    const { tab, outcome } = await focusApp(requireField(call.app, 'focus_app', 'app'), raise, context);
    return { app: tab.title || tab.url, raised: raise, effect: outcome.effect };
  }
  if (action === 'list_apps') return { apps: await listApps(context), effect: 'unchanged' };
  if (call.app) await activateApp(call.app, context);
  if (action === 'capture')
    return { ...(await capture(toCaptureOptions(call, context), context)), effect: 'unchanged' };
  if (action === 'wait') return wait(call, context);
  const isLimited = call.app !== undefined && !context.isPage && !isWholeScreen(call.app);
  return actionHandlers[action](call, isLimited ? inActiveWindow(context) : context);
}

/** The same context, but a point at which another program's window is in front is refused. */
function inActiveWindow(context: ToolContext): ToolContext {
  const limit = (target: Target): Target => ('element' in target ? target : { ...target, inActiveWindow: true });
  return {
    ...context,
    perform(action, safety) {
      if (action.type === 'drag') return context.perform({ ...action, path: action.path.map(limit) }, safety);
      if (!('target' in action) || action.target === undefined) return context.perform(action, safety);
      return context.perform({ ...action, target: limit(action.target) } as Action, safety);
    },
  };
}

/** The tabs of a browser, or the programs of a desktop with windows. */
async function listApps(context: ToolContext): Promise<Record<string, unknown>[]> {
  if (context.isPage) {
    const open = await listTabs(context);
    const lines = open.map(
      ({ id, title, url, active }) => `${id} "${title || url}" ${url}${active ? ' (active)' : ''}`,
    );
    context.report(lines.join('\n'));
    return open.map(({ id, title, url, active }) => ({ app: title || url, url, tab: id, active }));
  }
  const apps = (await readApps(context)).filter(({ windows }) => windows.length > 0);
  context.report(formatApps(apps));
  return apps.map(({ app, windows }) => ({ app, windows }));
}

/** On a desktop, `app` limits the capture to its window. */
function toCaptureOptions(call: ComputerUseInput, { isPage }: ToolContext): CaptureOptions {
  const showsAllWindows = !isPage && call.app !== undefined && isWholeScreen(call.app);
  return { ...call, windowOnly: !isPage && !isWholeScreen(call.app), ...(showsAllWindows ? { label: 'screen' } : {}) };
}

/** Replaces the hint of an error with one for this tool. */
function withToolHint(error: unknown): unknown {
  if (!(error instanceof HandrailError) || /\bel_\d/.test(error.hint ?? '')) return error;
  const hints: Partial<Record<ErrorCode, string>> = {
    unknown_element: elementNumberHint,
    stale_element: 'Capture again and use its numbers. Pass app for another tab or window.',
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
  returns: 'The action and its effect. For capture: what is on the screen.',
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
  missingFieldMessage: (field) => `computer_use needs ${field}. ${valid}`,
  async run(call, context) {
    const action = readAction(call.action);
    if (call.modifiers?.length && !actionsWithModifiers.has(action))
      throw new HandrailError(
        'invalid_input',
        `${action} does not support modifiers.`,
        'Remove modifiers, or use action key.',
      );
    if (action === 'drag' && call.button !== undefined && call.button !== 'left')
      throw new HandrailError('invalid_input', 'drag uses the left button.', 'Remove button.');
    try {
      const facts = await dispatch(action, call, context);
      const capturesAfter = call.capture_after === true && action !== 'capture';
      return {
        ok: true as const,
        action,
        ...facts,
        ...(capturesAfter ? { capture: await capture(toCaptureOptions(call, context), context) } : {}),
      };
    } catch (error) {
      throw withToolHint(error);
    }
  },
});
