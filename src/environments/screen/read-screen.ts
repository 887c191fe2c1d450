import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { AppFacts, ReadRequest, ReadResult } from '../../core/read.js';
import type { View, ViewRequest } from '../../core/view.js';
import type { NodeIds } from './node-ids.js';
import type { InputDriver } from './screen.js';
import type { WindowsInUse } from './windows/windows-in-use.js';

interface Reading {
  see(look: ViewRequest, signal?: AbortSignal): Promise<View>;
  input: InputDriver;
  ids: NodeIds;
  windows: WindowsInUse;
  signal: AbortSignal | undefined;
}

const mostCharacters = 400_000;

/** Reads from a screen what can be read there without changing it. */
export async function readScreen<R extends ReadRequest>(request: R, reading: Reading): Promise<ReadResult<R>>;
export async function readScreen(request: ReadRequest, reading: Reading): Promise<ReadResult> {
  const { input, signal } = reading;
  switch (request.what) {
    case 'clipboard':
      return { text: await input.readClipboard(signal) };
    case 'apps':
      return { apps: await apps(reading) };
    case 'text':
    case 'markdown': {
      if ('css' in request && request.css !== undefined) throw unsupported('css selectors');
      const text = await wordsOf(request.element, reading);
      const shown = { truncated: text.length > mostCharacters };
      const cut = text.slice(0, mostCharacters);
      return request.what === 'text' ? { text: cut, ...shown } : { markdown: cut, ...shown };
    }
    case 'attributes':
      return attributes(request.element, reading);
    default:
      throw unsupported(request.what);
  }
}

function unsupported(what: string): HandrailError {
  return new HandrailError(
    'unsupported',
    `A screen with windows has no ${what} to read.`,
    'Observe it, or find by words.',
  );
}

/** The words of an element and what is in it, or of all that is shown, one thing a line. */
async function wordsOf(element: ElementId | undefined, { see, ids, signal }: Reading): Promise<string> {
  const view = await see(element ? { inside: { element } } : {}, signal);
  const own = element && ids.nodeOf(element);
  const inside = view.elements.filter(({ id }) => id !== element).map(({ name, value }) => words(name, value));
  return (own ? [words(own.name, own.value), ...inside] : inside).filter(Boolean).join('\n');
}

function words(name: string, value: string | undefined): string {
  return value === undefined || value === name ? name : [name, value].filter(Boolean).join(': ');
}

async function attributes(
  element: ElementId,
  { see, ids, signal }: Reading,
): Promise<ReadResult<{ what: 'attributes'; element: ElementId }>> {
  await see({}, signal);
  const node = ids.nodeOf(element);
  if (!node)
    throw new HandrailError('unknown_element', `There is no ${element}.`, 'Use an id from the last observation.');
  const facts = { role: node.role, name: node.name, value: node.value, description: node.description };
  const told = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  return {
    tag: node.kind ?? node.role,
    attributes: Object.fromEntries([...told, ...node.states.map((state) => [state, 'true'])]),
    text: words(node.name, node.value),
  };
}

/** Programs with windows first, then those that could be started. */
async function apps({ see, input, signal }: Reading): Promise<AppFacts[]> {
  const [view, installed] = await Promise.all([see({}, signal), input.apps(signal)]);
  const running = new Map<string, AppFacts>();
  for (const { url: app, title, active } of view.tabs ?? []) {
    const facts = running.get(app.toLowerCase()) ?? { app, windows: [] };
    facts.windows.push({ title, active });
    running.set(app.toLowerCase(), facts);
  }
  const startable = installed.map(({ app, launch }): AppFacts => {
    const facts = running.get(app.toLowerCase());
    running.delete(app.toLowerCase());
    return { ...(facts ?? { app, windows: [] }), ...(launch === undefined ? {} : { launch }) };
  });
  return [...running.values(), ...startable].sort((one, other) => other.windows.length - one.windows.length);
}
