import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { DriverLine } from './driver-connection.js';
import { type DriverElement, type DriverSnapshot, nodeOf, readSnapshot } from './driver-elements.js';
import { createIdentities } from './driver-identity.js';
import { addressOf } from './driver-windows.js';

/** What a window holds, as last asked. */
export interface Snapshot extends DriverSnapshot {
  /** One for each element, with a key that outlives the snapshot. */
  nodes: ScreenNode[];
  /** Why it is not whole. */
  incomplete?: string;
}

export interface Snapshots {
  /** Asks the driver. */
  take(window: ScreenWindow, signal?: AbortSignal): Promise<Snapshot>;
  /** The driver's handle of a node, from a snapshot that is fresh enough. Throws `stale_element`. */
  elementOf(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<DriverElement>;
  /** What the window itself is, where it was looked into. */
  rootOf(window: ScreenWindow): string | undefined;
  /** Forgets windows that are gone. */
  keepOnly(windows: readonly ScreenWindow[]): void;
}

const takeMs = 7_000;
/** A window is asked again before something is done to it when it was last asked longer ago. */
const freshMs = 1_000;
const mostElements = 1_500;
/** A window that the driver hung or died over is left alone for so long, the next time twice as long. */
const restMs = 15_000;

/** On Linux the cells of a spreadsheet are counted as children, all the millions there are, one level below this one. */
const shallow = { max_elements: mostElements, max_depth: 6 };
const shallower = { max_elements: 300, max_depth: 5 };

export function createSnapshots(line: DriverLine, session: string): Snapshots {
  const identities = createIdentities();
  const last = new Map<string, { snapshot: Snapshot; at: number; generation: number }>();
  const hung = new Map<string, { times: number; until: number }>();

  function capsOf(window: ScreenWindow): { max_elements: number; max_depth?: number } {
    if (hung.has(window.id)) return shallower;
    const isSpreadsheet = process.platform === 'linux' && /libreoffice|soffice/i.test(`${window.app} ${window.title}`);
    return isSpreadsheet ? shallow : { max_elements: mostElements };
  }

  async function take(window: ScreenWindow, signal?: AbortSignal): Promise<Snapshot> {
    const former = hung.get(window.id);
    if (former && performance.now() < former.until) return nothing(window);
    const caps = capsOf(window);
    const input = { session, ...addressOf(window), include_screenshot: false, ...caps };
    let described: DriverSnapshot;
    try {
      described = readSnapshot((await line.read('get_window_state', input, { ms: takeMs, signal })).facts);
    } catch (error) {
      if (error instanceof HandrailError && error.code === 'driver_failed' && !signal?.aborted) {
        const times = (former?.times ?? 0) + 1;
        hung.set(window.id, { times, until: performance.now() + restMs * 2 ** (times - 1) });
      }
      throw error;
    }
    const keys = identities.bind(window.id, described.elements);
    const nodes = described.elements.map((element, index) => nodeOf(element, keys[index] ?? '', window.id));
    const snapshot: Snapshot = { ...described, nodes };
    const isCut = caps.max_depth !== undefined || described.lines >= mostElements * 0.9;
    if (isCut)
      snapshot.incomplete = `The tree of "${window.title}" was read only in part, to keep its program from hanging.`;
    last.set(window.id, { snapshot, at: performance.now(), generation: line.generation() });
    return snapshot;
  }

  return {
    take,
    async elementOf(node, window, signal) {
      const known = last.get(window.id);
      const isFresh = known && performance.now() - known.at < freshMs && known.generation === line.generation();
      const { nodes, elements } = isFresh ? known.snapshot : await take(window, signal);
      const found = elements[nodes.findIndex(({ key }) => key === node.key)];
      if (found) return found;
      throw new HandrailError(
        'stale_element',
        `${node.role} "${node.name}" is gone.`,
        'Observe again and use what is there now.',
      );
    },
    rootOf: ({ id }) => last.get(id)?.snapshot.root,
    keepOnly(windows) {
      for (const id of last.keys()) {
        if (windows.some((window) => window.id === id)) continue;
        last.delete(id);
        identities.forget(id);
      }
    },
  };
}

function nothing({ title }: ScreenWindow): Snapshot {
  return {
    elements: [],
    nodes: [],
    texts: [],
    root: undefined,
    lines: 0,
    incomplete: `"${title}" is not looked into for a while: the driver hung over it. Its picture can be taken.`,
  };
}
