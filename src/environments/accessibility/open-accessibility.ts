import { withTimeout } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../screen/screen.js';
import type { Accessibility, AccessibilityOptions } from './accessibility.js';
import { chooseInMenu } from './actions/choose-menu-item.js';
import { clickNode, submitBesideDocument, submitNode } from './actions/click.js';
import { insertText } from './actions/edit-text.js';
import { focusNode } from './actions/focus-node.js';
import { createPollUntil } from './actions/poll-until.js';
import { preserveCaret, pressInField } from './actions/press-key.js';
import { setValue } from './actions/set-value.js';
import { type AtspiCall, createAtspiCall, ignoreMissing, isTimeout } from './atspi/atspi.js';
import { hasInterface, hasState, parseStates, readFacts } from './atspi/object-facts.js';
import { roleNumbers } from './atspi/role-table.js';
import { connectAccessibility } from './connect.js';
import { subscribeToPrograms } from './program-events.js';
import { findInnermost, findWindow, hasProgram, type ReaderState, readWindows } from './read-windows.js';
import { resolveObject } from './sheets/cell-keys.js';
import { cellEditEnded, refreshCell, writeCell } from './sheets/write-cell.js';
import { readText } from './tree/object-details.js';
import { createStaleRowTracker } from './tree/stale-rows.js';
import type { WindowTree } from './tree/tree.js';

const readTimeoutMs = 2000;
const actionTimeoutMs = 5000;
const existsTimeoutMs = 500;
/** Writing a cell waits until the program has opened it, which takes long in a busy program. */
const cellTimeoutMs = 20_000;
const cellOpenTimeoutMs = 3_000;
/** Time to assemble the result after the last program has answered or timed out. */
const assemblyMs = 500;

/** Connects to the accessibility bus of a session. Throws `desktop_missing`. */
export async function openAccessibility(options: AccessibilityOptions): Promise<Accessibility> {
  const connection = await connectAccessibility(options);
  const staleRows = createStaleRowTracker();
  const events = await subscribeToPrograms(connection.bus).catch((error: unknown) => {
    connection.close();
    throw error;
  });
  const state: ReaderState = {
    applications: new Map(),
    sheets: { sheets: new Map(), eventCountOf: (bus) => events.eventCounts.get(bus) ?? 0 },
  };
  const run = <T>(what: string, ms: number, work: (call: AtspiCall) => Promise<T>, signal?: AbortSignal): Promise<T> =>
    withTimeout(ms + assemblyMs, what, work(createAtspiCall(connection, ms, signal)), signal);
  const act = <T>(what: string, work: (call: AtspiCall) => Promise<T>, signal?: AbortSignal): Promise<T> =>
    run(what, actionTimeoutMs, work, signal);
  const readNodes = async (window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode[]> => {
    const read = (call: AtspiCall) => readWindows(call, { windows: [window] }, state, readTimeoutMs);
    return (await run('Reading the window', readTimeoutMs, read, signal)).nodes;
  };
  const isGtk3 = ({ key }: ScreenNode): boolean =>
    [...state.applications.values()].some(({ ref, toolkit }) => toolkit === 'gtk' && key.startsWith(`${ref.bus}/`));
  const poll = (signal?: AbortSignal) => createPollUntil(events.changes, signal);
  const pollCell = (signal?: AbortSignal) => createPollUntil(events.changes, signal, cellOpenTimeoutMs);

  return {
    async tree(request, signal) {
      const read = (call: AtspiCall) => readWindows(call, request, state, readTimeoutMs);
      const tree = await run('Reading the windows', readTimeoutMs, read, signal);
      staleRows.update(tree.nodes);
      return tree;
    },
    isStaleRow: staleRows.isStale,
    hasProgram: (window, signal) =>
      run('Listing the programs', readTimeoutMs, (call) => hasProgram(call, window, state), signal),
    nodeAt: async (point, window, signal) => findInnermost(await readNodes(window, signal), point),
    nodeExists: (node, signal) => run('Finding the node', existsTimeoutMs, (call) => nodeExists(call, node), signal),
    async focusedNode(window, signal) {
      const nodes = await readNodes(window, signal);
      const focused = nodes.filter((node) => node.states.includes('focused'));
      // GTK reports the focus of the window in front only. For others, the last focus event counts.
      return focused.at(-1) ?? nodes.find((node) => [...events.focused.values()].includes(node.key));
    },
    click(node, signal) {
      if (node.kind === 'column header' && isGtk3(node)) staleRows.markSorted(node.key);
      return act('The click', (call) => clickNode(call, node), signal);
    },
    focus: (node, signal) => act('Focusing', (call) => focusNode(call, node), signal),
    preserveCaret: (node, work, signal) =>
      act('Preserving the caret', (call) => preserveCaret(call, node, work), signal),
    pressKey: (node, chord, times, signal) =>
      act('The key', (call) => pressInField(call, node, chord, times, poll(signal)), signal),
    submit: (node, signal) => act('Submitting', (call) => submitNode(call, node), signal),
    submitToolbarField: (node, signal) => act('Submitting', (call) => submitBesideDocument(call, node), signal),
    insertText: (node, text, how, signal) =>
      act('Writing', (call) => insertText(call, node, text, how, poll(signal)), signal),
    writeCell: (node, text, edit, signal) =>
      run('Writing the cell', cellTimeoutMs, (call) => writeCell(call, node, text, edit, pollCell(signal)), signal),
    refreshCell: (node, signal) => act('Refreshing the cell', (call) => refreshCell(call, node), signal),
    cellEditEnded: (node, signal) =>
      run('Leaving the cell', cellTimeoutMs, (call) => cellEditEnded(call, node, pollCell(signal)), signal),
    setValue: (node, value, signal) =>
      act('Setting the value', (call) => setValue(call, node, value, poll(signal)), signal),
    chooseMenuItem: (path, window, beforeOpening, signal) =>
      act(
        'Choosing from the menu',
        async (call) => {
          const tree = await requireWindow(call, window, state);
          await chooseInMenu(call, tree, path, { pollUntil: poll(signal), beforeOpening });
        },
        signal,
      ),
    readText: (node, signal) => act('Reading the text', (call) => readWholeText(call, node), signal),
    caretMoves: () => ({ ...events.caretMoves }),
    changes: events.changes,
    lost: connection.bus.lost,
    async close() {
      connection.close();
    },
  };
}

async function requireWindow(call: AtspiCall, window: ScreenWindow, state: ReaderState): Promise<WindowTree> {
  const tree = await findWindow(call, window, state);
  if (!tree)
    throw new HandrailError(
      'not_found',
      `"${window.title}" does not report its menus.`,
      'Click the menu on the screen, or press the keys of the item.',
    );
  return tree;
}

async function readWholeText(call: AtspiCall, node: ScreenNode): Promise<string> {
  if (node.states.includes('password')) return '';
  const ref = await resolveObject(call, node.key);
  const facts = ref && (await readFacts(call, ref));
  if (!facts || facts.role === roleNumbers.passwordText) return '';
  const text = hasInterface(facts, 'Text') ? await readText(call, facts.ref) : undefined;
  return text ?? node.value ?? node.name;
}

/** Whether a program still has a node. True when the program is too busy to answer. */
async function nodeExists(call: AtspiCall, { key }: ScreenNode): Promise<boolean> {
  if (!key.startsWith(':')) return true; // a window, or a text in a picture: not an object of a program
  try {
    const ref = await resolveObject(call, key);
    const reply = ref && (await ignoreMissing(call(ref, 'Accessible', 'GetState')));
    return reply !== undefined && !hasState({ states: parseStates(reply[0]) }, 'defunct');
  } catch (error) {
    if (isTimeout(error)) return true;
    throw error;
  }
}
