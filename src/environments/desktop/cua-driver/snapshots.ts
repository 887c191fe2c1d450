import { HandrailError } from '../../../core/errors.js';
import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { DriverConnection } from './connection.js';
import { createElementKeys } from './element-keys.js';
import { type DriverElement, type DriverSnapshot, parseSnapshot, toNode } from './elements.js';
import { windowParameters } from './windows.js';

/** The content of a window at the last read. */
export interface Snapshot extends DriverSnapshot {
  /** One node per element, with a key that is stable across snapshots. */
  nodes: ScreenNode[];
  /** Why it is incomplete. */
  incomplete?: string;
}

export interface Snapshots {
  /** Reads a window from the driver. */
  take(window: ScreenWindow, signal?: AbortSignal): Promise<Snapshot>;
  /** The driver's element of a node, from a recent snapshot. Throws `stale_element`. */
  elementOf(node: ScreenNode, window: ScreenWindow, signal?: AbortSignal): Promise<DriverElement>;
  /** The role of the window itself, where a snapshot was taken. */
  rootRoleOf(window: ScreenWindow): string | undefined;
  /** Forgets all other windows. */
  retain(windows: readonly ScreenWindow[]): void;
}

const readTimeoutMs = 7_000;
/** An older snapshot is taken again before an action. */
const maxAgeMs = 1_000;
const maxElements = 1_500;
/** After a hang or crash, a window is not read for this long. The time doubles with each failure. */
const firstPauseMs = 15_000;

/** On Linux, LibreOffice reports all cells of a spreadsheet, which are millions, as children below this depth. */
const spreadsheetLimits = { max_elements: maxElements, max_depth: 6 };
const limitsAfterFailure = { max_elements: 300, max_depth: 5 };

interface ReadLimits {
  max_elements: number;
  max_depth?: number;
}

export function createSnapshots(connection: DriverConnection, session: string): Snapshots {
  const elementKeys = createElementKeys();
  const latest = new Map<string, { snapshot: Snapshot; at: number; generation: number }>();
  const failures = new Map<string, { count: number; pausedUntil: number }>();

  function limitsFor(window: ScreenWindow): ReadLimits {
    if (failures.has(window.id)) return limitsAfterFailure;
    const isSpreadsheet = process.platform === 'linux' && /libreoffice|soffice/i.test(`${window.app} ${window.title}`);
    return isSpreadsheet ? spreadsheetLimits : { max_elements: maxElements };
  }

  async function read(window: ScreenWindow, limits: ReadLimits, signal?: AbortSignal): Promise<DriverSnapshot> {
    const parameters = { session, ...windowParameters(window), include_screenshot: false, ...limits };
    try {
      const { data } = await connection.read('get_window_state', parameters, { timeoutMs: readTimeoutMs, signal });
      return parseSnapshot(data);
    } catch (error) {
      if (error instanceof HandrailError && error.code === 'driver_failed' && !signal?.aborted) {
        const count = (failures.get(window.id)?.count ?? 0) + 1;
        failures.set(window.id, { count, pausedUntil: performance.now() + firstPauseMs * 2 ** (count - 1) });
      }
      throw error;
    }
  }

  async function take(window: ScreenWindow, signal?: AbortSignal): Promise<Snapshot> {
    if (performance.now() < (failures.get(window.id)?.pausedUntil ?? 0)) return emptySnapshot(window);
    const limits = limitsFor(window);
    const content = await read(window, limits, signal);
    const keys = elementKeys.assign(window.id, content.elements);
    const nodes = content.elements.map((element, index) => toNode(element, keys[index] ?? '', window.id));
    const snapshot: Snapshot = { ...content, nodes };
    if (limits.max_depth !== undefined || content.lineCount >= maxElements * 0.9)
      snapshot.incomplete = `The tree of "${window.title}" was read only in part, so that its program does not hang.`;
    latest.set(window.id, { snapshot, at: performance.now(), generation: connection.generation() });
    return snapshot;
  }

  return {
    take,
    async elementOf(node, window, signal) {
      const known = latest.get(window.id);
      const isFresh = known && performance.now() - known.at < maxAgeMs && known.generation === connection.generation();
      const { nodes, elements } = isFresh ? known.snapshot : await take(window, signal);
      const element = elements[nodes.findIndex(({ key }) => key === node.key)];
      if (element) return element;
      throw new HandrailError(
        'stale_element',
        `${node.role} "${node.name}" is gone.`,
        'Observe again and use a current element.',
      );
    },
    rootRoleOf: ({ id }) => latest.get(id)?.snapshot.rootRole,
    retain(windows) {
      for (const id of latest.keys()) {
        if (windows.some((window) => window.id === id)) continue;
        latest.delete(id);
        elementKeys.forget(id);
      }
    },
  };
}

function emptySnapshot({ title }: ScreenWindow): Snapshot {
  return {
    elements: [],
    nodes: [],
    texts: [],
    rootRole: undefined,
    lineCount: 0,
    incomplete: `"${title}" is not read for a while, because the driver hung while reading it. Use a picture.`,
  };
}
