import { intersect, type Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { type AtspiCall, ignoreMissing, type ObjectRef, objectKey, registry } from '../atspi/atspi.js';
import { readChildRefs } from '../atspi/object-facts.js';
import { toNumber } from '../dbus/bus-values.js';
import type { TreeObject } from './walk.js';

/** A program on the accessibility bus. */
export interface Application {
  ref: ObjectRef;
  pid: number;
  /** The name of its toolkit: 'gtk', 'GTK', 'Qt'. Read with its first tree. */
  toolkit?: string;
  /** It did not answer the last read. */
  isSilent?: boolean;
  /** The single call that was sent to a silent program. */
  probe?: Promise<unknown>;
}

const busDaemon: ObjectRef = { bus: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };

/** The programs on the bus. `known` has those of the last read and is updated. */
export async function readApplications(call: AtspiCall, known: Map<string, Application>): Promise<Application[]> {
  const refs = await readChildRefs(call, registry);
  const found = await Promise.all(refs.map((ref) => known.get(objectKey(ref)) ?? readApplication(call, ref)));
  const applications = found.filter((application) => application !== undefined);
  known.clear();
  for (const application of applications) known.set(objectKey(application.ref), application);
  return applications;
}

/** The bus daemon answers, so a program that hangs delays nothing. */
async function readApplication(call: AtspiCall, ref: ObjectRef): Promise<Application | undefined> {
  const pid = await ignoreMissing(call(busDaemon, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', 's', ref.bus));
  return pid && { ref, pid: toNumber(pid[0]) };
}

/** Matches the top objects of a program with its windows, by title and then by position. */
export function matchFrames(
  frames: readonly TreeObject[],
  windows: readonly ScreenWindow[],
): Map<TreeObject, ScreenWindow> {
  const pairs = frames.flatMap((frame) => windows.map((window) => ({ frame, window, score: score(frame, window) })));
  pairs.sort((one, other) => other.score - one.score);
  const matched = new Map<TreeObject, ScreenWindow>();
  const taken = new Set<string>();
  for (const pair of pairs) {
    if (pair.score <= 0 || matched.has(pair.frame) || taken.has(pair.window.id)) continue;
    matched.set(pair.frame, pair.window);
    taken.add(pair.window.id);
  }
  return matched;
}

function score(frame: TreeObject, window: ScreenWindow): number {
  const title = frame.facts.name.trim();
  const titleScore = title !== '' && title === window.title.trim() ? 2 : 0;
  return titleScore + (frame.reportedBounds ? overlapRatio(frame.reportedBounds, window.bounds) : 0);
}

/** The intersection of two rectangles relative to their union, from 0 to 1. */
function overlapRatio(one: Rect, other: Rect): number {
  const shared = intersect(one, other);
  if (!shared) return 0;
  const area = shared.width * shared.height;
  return area / (one.width * one.height + other.width * other.height - area);
}
