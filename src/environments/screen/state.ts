import type { Change } from '../../core/change.js';
import type { Size } from '../../core/geometry.js';
import { type AmbientChanges, createAmbientChanges } from './evidence/ambient-changes.js';
import type { Snapshot } from './evidence/snapshot.js';
import { createNodeIds, type NodeIds } from './node-ids.js';
import type { ScreenLayout } from './prepare/screen-layout.js';
import type { InputDriver, Screen, ScreenReader, ScreenWindow } from './screen.js';
import { createWindowTracker, type Scope, type WindowTracker } from './windows/window-tracker.js';

/** The state of one screen environment. The functions of observe/, act/ and evidence/ read and update it. */
export interface ScreenEnvironmentState {
  readonly reader: ScreenReader;
  readonly input: InputDriver;
  readonly ids: NodeIds;
  readonly windows: WindowTracker;
  readonly ambient: AmbientChanges;
  /** The environment is limited to one program or window. */
  readonly isScoped: boolean;
  /** Keys that stay down until an action releases them. */
  readonly heldKeys: Set<string>;
  /** Changes to report with the next view. */
  readonly backgroundChanges: Change[];
  size?: Size;
  layout?: ScreenLayout;
  lastSnapshot?: Snapshot;
  /** The change count when the last snapshot started. */
  snapshotChangeCount?: number;
  /** The last known change count, and since when it is the same (performance.now). */
  quiet: { changeCount: number | undefined; since: number };
  /** The windows of the target program, front first, while other windows cover them. */
  windowsOnTop: readonly ScreenWindow[];
  /** Process id of the target program. */
  actedPid?: number;
  /** When the last action ended (performance.now). */
  lastActionEndedAt: number;
}

/** The state of an environment that has not read the screen yet. */
export function createState({ reader, input }: Screen, scope: Scope, followsFocus: boolean): ScreenEnvironmentState {
  return {
    reader,
    input,
    ids: createNodeIds(),
    windows: createWindowTracker(scope, followsFocus),
    ambient: createAmbientChanges(),
    isScoped: scope.app !== undefined || scope.window !== undefined,
    heldKeys: new Set(),
    backgroundChanges: [],
    quiet: { changeCount: reader.changes?.count(), since: performance.now() },
    windowsOnTop: [],
    lastActionEndedAt: Number.NEGATIVE_INFINITY,
  };
}
