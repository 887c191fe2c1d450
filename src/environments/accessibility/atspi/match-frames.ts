import type { Rect } from '../../../core/geometry.js';
import type { ScreenWindow } from '../../screen/screen.js';
import { numberOf } from '../dbus/bus-values.js';
import type { Seen } from '../tree/walk.js';
import { type Ask, ifThere, keyOf, type Ref, registry } from './atspi.js';
import { childRefs } from './object-facts.js';

/** A program on the accessibility bus. */
export interface Application {
  ref: Ref;
  pid: number;
  /** As it calls itself: 'gtk', 'GTK', 'Qt'. Asked for with the first look. */
  toolkit?: string;
  /** It did not answer when it was looked at last. */
  isSilent?: boolean;
  /** It was asked one thing since. */
  answering?: Promise<unknown>;
}

const daemon: Ref = { bus: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };

/** The programs that show themselves; `known` is what was found before, so that each is asked once. */
export async function applications(ask: Ask, known: Map<string, Application>): Promise<Application[]> {
  const refs = await childRefs(ask, registry);
  const found = await Promise.all(refs.map((ref) => known.get(keyOf(ref)) ?? readApplication(ask, ref)));
  const all = found.flatMap((one) => one ?? []);
  known.clear();
  for (const one of all) known.set(keyOf(one.ref), one);
  return all;
}

/** The bus itself answers this, so a program that hangs holds nobody up. */
async function readApplication(ask: Ask, ref: Ref): Promise<Application | undefined> {
  const pid = await ifThere(ask(daemon, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', 's', ref.bus));
  return pid && { ref, pid: numberOf(pid[0]) };
}

/** Which of a program's top objects is which window: by title, then by place. */
export function matchFrames(frames: readonly Seen[], windows: readonly ScreenWindow[]): Map<Seen, ScreenWindow> {
  const pairs = frames.flatMap((frame) => windows.map((window) => ({ frame, window, score: score(frame, window) })));
  pairs.sort((one, other) => other.score - one.score);
  const matched = new Map<Seen, ScreenWindow>();
  const taken = new Set<string>();
  for (const { frame, window, score: points } of pairs) {
    if (points <= 0 || matched.has(frame) || taken.has(window.id)) continue;
    matched.set(frame, window);
    taken.add(window.id);
  }
  return matched;
}

function score(frame: Seen, window: ScreenWindow): number {
  const title = frame.facts.name.trim();
  const words = title !== '' && title === window.title.trim() ? 2 : 0;
  const overlap = frame.reported ? likeness(frame.reported, window.bounds) : 0;
  return words + overlap;
}

/** How much two boxes cover each other, from 0 to 1. */
function likeness(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}
