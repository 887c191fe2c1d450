import { basename } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { nearestName } from '../../../core/nearest.js';
import type { TabId } from '../../../core/observation.js';
import type { ScreenWindow } from '../screen.js';

/** Which windows an environment is about. Without both: all of them. */
export interface Scope {
  /** Name of a program, or a part of it. */
  app?: string;
  /** Title of a window, or a part of it. */
  window?: string;
}

/** Which window input without a place of its own goes to, and the numbers that windows are called by. */
export interface WindowsInUse {
  /** Takes in what windows there are now. Returns those of the scope, the one in use first, then front first. */
  see(windows: readonly ScreenWindow[]): ScreenWindow[];
  current(): ScreenWindow | undefined;
  use(window: ScreenWindow): void;
  /** A program was started: its window is the one in use from the next look on. */
  useLaunched(app: string): void;
  numberOf(window: ScreenWindow): TabId;
  /** The one window that an id, or words of its title or program, mean. Throws with those there are. */
  find(asked: string): ScreenWindow;
}

/** How many windows are remembered as having been in use. */
const mostUsed = 50;

/** `followsFocus`: the screen is nobody's desk, so a window that opens and takes the keys is the one in use. */
export function createWindowsInUse(scope: Scope, followsFocus = false): WindowsInUse {
  const numbers = new Map<string, TabId>();
  let last = 0;
  let inUse: string | undefined;
  /** The program that was just launched. */
  let launched: string | undefined;
  let seen: ScreenWindow[] = [];
  /** Ids of the windows that were in use, the last first. */
  const used: string[] = [];

  const numberOf = ({ id }: ScreenWindow): TabId => {
    const known = numbers.get(id);
    if (known) return known;
    last += 1;
    const number: TabId = `tab_${last}`;
    numbers.set(id, number);
    return number;
  };

  const ofScope = (window: ScreenWindow): boolean =>
    (scope.app === undefined || holds(window.app, scope.app)) &&
    (scope.window === undefined || holds(window.title, scope.window));

  /** Menus and dialogs of a program belong to it, whatever they are called. */
  function inScope(windows: readonly ScreenWindow[]): ScreenWindow[] {
    const own = windows.filter(ofScope);
    const programs = new Set(own.map(({ pid }) => pid));
    programs.delete(undefined);
    return windows.filter(
      (window) => own.includes(window) || ((window.popup || window.dialog) && programs.has(window.pid)),
    );
  }

  function choose(windows: readonly ScreenWindow[], before: readonly ScreenWindow[]): ScreenWindow | undefined {
    const usable = windows.filter(({ popup }) => !popup);
    const former = before.find(({ id }) => id === inUse);
    // What a program opens while it is worked with is what is worked with next.
    const opened = usable.find(
      ({ id, pid, shown }) =>
        shown &&
        (launched !== undefined || (former && pid === former.pid && pid !== undefined)) &&
        !before.some((one) => one.id === id),
    );
    // One that was running already shows its window again instead.
    const program = launched === undefined ? undefined : basename(launched);
    launched = undefined;
    if (opened) return opened;
    const isNew = ({ id }: ScreenWindow): boolean => !before.some((one) => one.id === id);
    const taking = usable.find((window) => window.active && window.shown && isNew(window));
    if (followsFocus && taking) return taking;
    const again = program && usable.find(({ app, shown }) => shown && (same(app, program) || holds(app, program)));
    if (again) return again;
    const still = usable.find(({ id }) => id === inUse);
    if (still) return still;
    const kin = former && usable.find(({ pid, shown }) => shown && pid !== undefined && pid === former.pid);
    // Back to what was worked with before, rather than to where the person is.
    const earlier = used.map((id) => usable.find((window) => window.id === id && window.shown)).find(Boolean);
    return kin ?? earlier ?? usable.find(({ active }) => active) ?? usable.find(({ shown }) => shown) ?? usable[0];
  }

  return {
    see(windows) {
      const mine = inScope(windows);
      const chosen = choose(mine, seen);
      inUse = chosen?.id;
      if (chosen && used[0] !== chosen.id) used.unshift(chosen.id);
      used.splice(mostUsed);
      seen = mine;
      for (const window of mine) if (!window.popup) numberOf(window);
      const rank = (window: ScreenWindow): number => (window.popup ? 0 : window.id === inUse ? 1 : 2);
      return [...mine].sort((one, other) => rank(one) - rank(other));
    },
    current: () => seen.find(({ id }) => id === inUse),
    use(window) {
      if (!window.popup) inUse = window.id;
    },
    useLaunched(app) {
      launched = app;
    },
    numberOf,
    find(asked) {
      const windows = seen.filter(({ popup }) => !popup);
      const byId = windows.find((window) => numberOf(window) === asked);
      if (byId) return byId;
      const exact = windows.filter(({ title, app }) => same(title, asked) || same(app, asked));
      const found = exact.length > 0 ? exact : windows.filter(({ title, app }) => holds(`${title} ${app}`, asked));
      // Of one program, the window in front is meant.
      const programs = new Set(found.map(({ app, pid }) => `${app} ${pid}`));
      const one = found.find(({ id }) => id === inUse) ?? found[0];
      if (one && programs.size === 1) return one;
      const told = (found.length > 0 ? found : windows).map(
        (window) => `${numberOf(window)} "${window.title}" (${window.app})`,
      );
      const close = nearestName(
        asked,
        windows.flatMap(({ title, app }) => [app, title]),
      );
      throw new HandrailError(
        found.length > 0 ? 'ambiguous' : 'unknown_app',
        found.length > 0
          ? `"${asked}" could be ${found.length} windows.`
          : `No window or program here is called "${asked}"${close ? `; did you mean "${close}"` : ''}.`,
        told.length > 0 ? `Windows: ${told.join(', ')}.` : 'No window is open. Start a program with the launch action.',
      );
    },
  };
}

function same(text: string, asked: string): boolean {
  return text.trim().toLowerCase() === asked.trim().toLowerCase();
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.trim().toLowerCase());
}
