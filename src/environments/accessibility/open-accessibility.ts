import { within } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../screen/screen.js';
import type { Accessibility, AccessibilityOptions } from './accessibility.js';
import { chooseInMenu } from './actions/choose-menu-item.js';
import { clickNode, enterBesideDocument, focusNode, submitNode } from './actions/click.js';
import { insertText } from './actions/edit-text.js';
import { keepCaret, pressInField } from './actions/press-key.js';
import { setValue } from './actions/set-value.js';
import { type Ask, asking } from './atspi/atspi.js';
import { readText } from './atspi/object-details.js';
import { offers, readFacts } from './atspi/object-facts.js';
import { roleNumbers } from './atspi/role-table.js';
import { connectAccessibility } from './connect.js';
import { isThere } from './object-exists.js';
import { type Until, untilBy } from './poll-until.js';
import { listenToPrograms } from './program-events.js';
import { findWindow, innermost, lookAt, type Memory, speaks } from './read-windows.js';
import { objectOf } from './sheets/sheet.js';
import { isCellLeft, renewCell, writeInCell } from './sheets/write-cell.js';
import { createOldOrder } from './tree/stale-row-order.js';

/** A look takes no longer than this; what did not answer by then is named. */
const lookMs = 2000;
const actMs = 5000;
const thereMs = 500;
/** A cell is written into when a program has opened it, which a busy one does when it comes to it. */
const cellMs = 20_000;
const openMs = 3_000;
/** The answer to a look is put together after the last program answered or was given up. */
const slackMs = 500;

/** Connects to what the programs of a session tell of themselves. */
export async function openAccessibility(options: AccessibilityOptions): Promise<Accessibility> {
  const link = await connectAccessibility(options);
  const order = createOldOrder();
  const events = await listenToPrograms(link.bus).catch((error: unknown) => {
    link.close();
    throw error;
  });
  const memory: Memory = {
    applications: new Map(),
    sheets: { sheets: new Map(), ringsOf: (bus) => events.rings.get(bus) ?? 0 },
  };
  const errand = <T>(what: string, ms: number, work: (ask: Ask) => Promise<T>, signal?: AbortSignal): Promise<T> =>
    within(ms + slackMs, what, work(asking(link, ms, signal)), signal);
  const nodesOf = async (window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode[]> => {
    const work = (ask: Ask) => lookAt(ask, { windows: [window] }, memory, lookMs);
    return (await errand('Looking at the window', lookMs, work, signal)).nodes;
  };
  const isGtk3 = ({ key }: ScreenNode): boolean =>
    [...memory.applications.values()].some(({ ref, toolkit }) => toolkit === 'gtk' && key.startsWith(`${ref.bus}/`));
  const untilFor = (signal?: AbortSignal) => untilBy(events.stir, signal);

  return {
    async tree(request, signal) {
      const look = (ask: Ask) => lookAt(ask, request, memory, lookMs);
      const tree = await errand('Looking at the windows', lookMs, look, signal);
      order.see(tree.nodes);
      return tree;
    },
    isOld: order.isOld,
    speaks: (window, signal) => errand('Asking who tells what', lookMs, (ask) => speaks(ask, window, memory), signal),
    nodeAt: async (point, window, signal) => innermost(await nodesOf(window, signal), point),
    isThere: (node, signal) => errand('Looking for it', thereMs, (ask) => isThere(ask, node), signal),
    async focusedIn(window, signal) {
      const nodes = await nodesOf(window, signal);
      const focused = nodes.filter((node) => node.states.includes('focused'));
      // GTK says so only of the window in front; of the others it is known who had the keys last.
      return focused.at(-1) ?? nodes.find((node) => [...events.focused.values()].includes(node.key));
    },
    click(node, signal) {
      if (node.kind === 'column header' && isGtk3(node)) order.sort(node.key);
      return errand('The click', actMs, (ask) => clickNode(ask, node), signal);
    },
    focus: (node, signal) => errand('Giving the keys', actMs, (ask) => focusNode(ask, node), signal),
    keepCaret: (node, work, signal) => errand('Keeping the caret', actMs, (ask) => keepCaret(ask, node, work), signal),
    press: (node, chord, times, signal) =>
      errand('The key', actMs, (ask) => pressInField(ask, node, chord, times, untilFor(signal)), signal),
    submit: (node, signal) => errand('Submitting', actMs, (ask) => submitNode(ask, node), signal),
    enter: (node, signal) => errand('Entering', actMs, (ask) => enterBesideDocument(ask, node), signal),
    insertText: (node, text, how, signal) =>
      errand('Writing', actMs, (ask) => insertText(ask, node, text, how, untilFor(signal)), signal),
    writeInCell: (node, text, how, signal) => {
      const until = untilBy(events.stir, signal, openMs);
      return errand('Writing into the cell', cellMs, (ask) => writeInCell(ask, node, text, how, until), signal);
    },
    renewCell: (node, signal) => errand('Looking at the cell', actMs, (ask) => renewCell(ask, node), signal),
    isCellLeft: (node, signal) => {
      const until = untilBy(events.stir, signal, openMs);
      return errand('Leaving the cell', cellMs, (ask) => isCellLeft(ask, node, until), signal);
    },
    setValue: (node, value, signal) =>
      errand('Setting the value', actMs, (ask) => setValue(ask, node, value, untilFor(signal)), signal),
    menu: (path, window, signal) =>
      errand('Choosing from the menu', actMs, (ask) => menuOf(ask, path, window, memory, untilFor(signal)), signal),
    text: (node, signal) => errand('Reading the text', actMs, (ask) => wholeText(ask, node), signal),
    carets: () => ({ ...events.carets }),
    stir: events.stir,
    lost: link.bus.lost,
    async close() {
      link.close();
    },
  };
}

async function menuOf(
  ask: Ask,
  path: readonly string[],
  window: ScreenWindow,
  memory: Memory,
  until: Until,
): Promise<void> {
  const tree = await findWindow(ask, window, memory);
  if (!tree)
    throw new HandrailError(
      'not_found',
      `"${window.title}" does not tell what menus it has.`,
      'Click the menu on the screen, or press the keys of the item.',
    );
  await chooseInMenu(ask, tree, path, until);
}

async function wholeText(ask: Ask, node: ScreenNode): Promise<string> {
  if (node.states.includes('password')) return '';
  const ref = await objectOf(ask, node.key);
  const facts = ref && (await readFacts(ask, ref));
  if (!facts || facts.role === roleNumbers.passwordText) return '';
  const text = offers(facts, 'Text') ? await readText(ask, facts.ref) : undefined;
  return text ?? node.value ?? node.name;
}
