import { withTimeout } from '../../../core/deadline.js';
import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { AppInfo, ReadRequest, ReadResult } from '../../../core/read.js';
import type { ScreenEnvironmentState } from '../state.js';
import { maxReadMs } from './capture-view.js';
import { readView } from './read-view.js';
import { unknownElement } from './tree-request.js';

const maxCharacters = 400_000;

/** Reads text, attributes, programs or the clipboard. Changes nothing. */
export async function readScreen<R extends ReadRequest>(
  state: ScreenEnvironmentState,
  request: R,
  signal?: AbortSignal,
): Promise<ReadResult<R>>;
export async function readScreen(
  state: ScreenEnvironmentState,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<ReadResult> {
  return withTimeout(maxReadMs, 'Reading the screen', read(state, request, signal), signal);
}

async function read(state: ScreenEnvironmentState, request: ReadRequest, signal?: AbortSignal): Promise<ReadResult> {
  switch (request.what) {
    case 'clipboard':
      return { text: await state.input.readClipboard(signal) };
    case 'apps':
      return { apps: await readApps(state, signal) };
    case 'text':
    case 'markdown': {
      if ('css' in request && request.css !== undefined) throw unsupported('css selectors');
      const all = await readText(state, request.element, signal);
      const truncated = all.length > maxCharacters;
      const text = all.slice(0, maxCharacters);
      return request.what === 'text' ? { text, truncated } : { markdown: text, truncated };
    }
    case 'attributes':
      return readAttributes(state, request.element, signal);
    default:
      throw unsupported(request.what);
  }
}

function unsupported(what: string): HandrailError {
  return new HandrailError(
    'unsupported',
    `A desktop screen has no ${what} to read.`,
    'Observe the screen, or find elements by text.',
  );
}

/** The text of an element and its descendants, or of the whole screen, one element per line. */
async function readText(
  state: ScreenEnvironmentState,
  element: ElementId | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const { elements } = await readView(state, element ? { inside: { element } } : {}, signal);
  const node = element && state.ids.nodeOf(element);
  const lines = elements.filter(({ id }) => id !== element).map(({ name, value }) => formatText(name, value));
  return (node ? [formatText(node.name, node.value), ...lines] : lines).filter(Boolean).join('\n');
}

function formatText(name: string, value: string | undefined): string {
  return value === undefined || value === name ? name : [name, value].filter(Boolean).join(': ');
}

async function readAttributes(
  state: ScreenEnvironmentState,
  element: ElementId,
  signal?: AbortSignal,
): Promise<ReadResult<{ what: 'attributes'; element: ElementId }>> {
  await readView(state, {}, signal);
  const node = state.ids.nodeOf(element);
  if (!node) throw unknownElement(element);
  const { role, name, value, description } = node;
  const known = Object.entries({ role, name, value, description }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    tag: node.kind ?? role,
    attributes: Object.fromEntries([...known, ...node.states.map((flag) => [flag, 'true'])]),
    text: formatText(name, value),
  };
}

/** Running programs first, then the installed ones. */
async function readApps(state: ScreenEnvironmentState, signal?: AbortSignal): Promise<AppInfo[]> {
  const [view, installed] = await Promise.all([readView(state, {}, signal), state.input.listApps(signal)]);
  const running = new Map<string, AppInfo>();
  for (const { url: app, title, active } of view.tabs ?? []) {
    const info = running.get(app.toLowerCase()) ?? { app, windows: [] };
    info.windows.push({ title, active });
    running.set(app.toLowerCase(), info);
  }
  const startable = installed.map(({ app, launch }): AppInfo => {
    const info = running.get(app.toLowerCase());
    running.delete(app.toLowerCase());
    return { ...(info ?? { app, windows: [] }), ...(launch === undefined ? {} : { launch }) };
  });
  return [...running.values(), ...startable].sort((one, other) => other.windows.length - one.windows.length);
}
