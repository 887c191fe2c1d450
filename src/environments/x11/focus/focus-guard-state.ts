/** The state of the focus guard, and how events change it. Nothing here talks to the X server. */
export interface FocusGuardState {
  /** Input devices that are not the user's. */
  ownDevices: ReadonlySet<number>;
  /** Owners (client ids) of the programs that were given work. */
  workingPrograms: ReadonlySet<number>;
  /** Windows that existed when the guard was started. */
  knownWindows: ReadonlySet<number>;
  /** A program is being started: every new window is taken for its window. */
  isLaunching: boolean;
  /** The startup id that the launch was announced with. */
  startupId?: string;
  /** Owner of the frames of the window manager. */
  managerOwner?: number;
  /** The window manager moves the focus with an old timestamp. */
  managerUsesOldTime: boolean;
  /** What the user works with. Undefined when no program has the focus. */
  user?: UserFocus;
  /** The guard is active until this time (performance.now). */
  until: number;
  /** When the user last clicked, or pressed keys for the window manager. */
  userActedAt: number;
  /** The focus has moved, and it is not known yet who moved it. */
  isFocusInDoubt: boolean;
  /** How often the focus was given back. */
  returns: number;
}

export interface UserFocus {
  /** The window with the keyboard focus: a program's window, or a part of it. */
  focus: number;
  /** The window of the program. */
  client: number;
}

/** What the server reports about the focus and the windows. */
export interface DesktopFacts {
  focus: number;
  /** The program window that has the focus. */
  client?: number;
  isManaged: boolean;
  windows: readonly number[];
  managerOwner?: number;
  managerName: string;
}

export type FocusGuardEvent =
  | { type: 'devicesAdded'; devices: readonly number[] }
  | { type: 'guardRequested'; ms: number; window?: number; isLaunching: boolean; startupId?: string }
  | { type: 'programGiven'; window: number }
  | { type: 'released' }
  | { type: 'desktopRead'; facts: DesktopFacts }
  | { type: 'inputReceived'; device: number; what: 'key' | 'button' }
  | { type: 'modifiersRead'; mask: number }
  | { type: 'windowCreated'; window: number }
  | { type: 'windowPending' }
  | { type: 'keyHeld'; window: number }
  | { type: 'focusLeft'; device: number; window: number }
  | { type: 'focusRead'; taker: number; user: UserFocus };

export type FocusGuardEffect =
  | { type: 'readDesktop' }
  | { type: 'readModifiers' }
  | { type: 'readFocus'; user: UserFocus }
  | { type: 'setFocus'; window: number }
  | { type: 'reportReturn'; taker: number; client: number }
  | { type: 'watchFocus'; window: number }
  | { type: 'watchKeys'; window: number }
  | { type: 'stopWatchingKeys' }
  | { type: 'stopWatchingKeysAfter'; ms: number }
  | { type: 'guardStack'; window: number }
  | { type: 'extendStackGuard'; until: number }
  | { type: 'stopStackGuard' }
  | { type: 'reportUserActivity'; client: number }
  | { type: 'repeatUserActivity' }
  | { type: 'markLaunched'; window: number; startupId: string };

/** The inputs of the reducer that are not part of the state. */
export interface FocusGuardContext {
  /** performance.now(). */
  now: number;
  ownerOf(window: number): number;
}

interface Transition {
  state: FocusGuardState;
  effects: FocusGuardEffect[];
}

/** A focus change this soon after a click of the user is the user's. */
const userActionMs = 700;
const maxReturns = 20;
const altOrSuper = (1 << 3) | (1 << 6);
/** Window managers that move the focus with the time of the last event they received, which is mostly an old one. */
const oldTimeManagers = /^xfwm4/i;

export const initialState: FocusGuardState = {
  ownDevices: new Set(),
  workingPrograms: new Set(),
  knownWindows: new Set(),
  isLaunching: false,
  managerUsesOldTime: false,
  until: 0,
  userActedAt: Number.NEGATIVE_INFINITY,
  isFocusInDoubt: false,
  returns: 0,
};

export function isActive({ until }: FocusGuardState, { now }: FocusGuardContext): boolean {
  return now < until;
}

/** A window of a program that works for Handrail. */
export function isWorkWindow(state: FocusGuardState, window: number, { ownerOf }: FocusGuardContext): boolean {
  const owner = ownerOf(window);
  if (state.workingPrograms.has(owner)) return true;
  return state.isLaunching && !state.knownWindows.has(window) && window > 1 && owner !== state.managerOwner;
}

/** A window of a program that works for Handrail, while the user works with another program. */
export function isIntruder(state: FocusGuardState, window: number, context: FocusGuardContext): boolean {
  const { user } = state;
  const { ownerOf } = context;
  return user !== undefined && isWorkWindow(state, window, context) && ownerOf(window) !== ownerOf(user.client);
}

/** The guard is active and the user has not acted just now. */
export function isGuarding(state: FocusGuardState, context: FocusGuardContext): boolean {
  return state.user !== undefined && isActive(state, context) && !hasUserActed(state, context);
}

function hasUserActed({ userActedAt }: FocusGuardState, { now }: FocusGuardContext): boolean {
  return now - userActedAt < userActionMs;
}

/** Returns the next state and the effects to execute, in order. */
export function reduceFocusGuard(
  state: FocusGuardState,
  event: FocusGuardEvent,
  context: FocusGuardContext,
): Transition {
  switch (event.type) {
    case 'devicesAdded':
      return { state: { ...state, ownDevices: new Set([...state.ownDevices, ...event.devices]) }, effects: [] };
    case 'guardRequested':
      return onGuardRequested(state, event, context);
    case 'programGiven':
      return withEffects(state, isIntruder(state, event.window, context) && watchKeys(event.window));
    case 'released':
      return withEffects({ ...state, until: 0, user: undefined }, stopStackGuard, stopWatchingKeys);
    case 'desktopRead':
      return onDesktopRead(state, event.facts, context);
    case 'inputReceived':
      if (state.ownDevices.has(event.device) || !isActive(state, context)) return withEffects(state);
      return event.what === 'button' ? onUserAction(state, context) : withEffects(state, { type: 'readModifiers' });
    case 'modifiersRead':
      // Typing moves no focus. Keys that do are held together with Alt or Super.
      return event.mask & altOrSuper ? onUserAction(state, context) : withEffects(state);
    case 'windowCreated':
      return onWindowCreated(state, event.window, context);
    case 'windowPending':
      return withEffects(state, repeatUserActivity, renewFocus(state, context));
    case 'keyHeld':
      return withEffects(
        state,
        state.user && isGuarding(state, context) && isWorkWindow(state, event.window, context)
          ? setFocus(state.user.focus)
          : stopWatchingKeys,
      );
    case 'focusLeft':
      return onFocusLeft(state, event, context);
    case 'focusRead':
      return onFocusRead({ ...state, isFocusInDoubt: false }, event, context);
  }
}

const stopStackGuard: FocusGuardEffect = { type: 'stopStackGuard' };
const stopWatchingKeys: FocusGuardEffect = { type: 'stopWatchingKeys' };
const repeatUserActivity: FocusGuardEffect = { type: 'repeatUserActivity' };
const readDesktop: FocusGuardEffect = { type: 'readDesktop' };
const setFocus = (window: number): FocusGuardEffect => ({ type: 'setFocus', window });
const watchKeys = (window: number): FocusGuardEffect => ({ type: 'watchKeys', window });

function withEffects(state: FocusGuardState, ...effects: (FocusGuardEffect | false | undefined)[]): Transition {
  return { state, effects: effects.filter((effect) => effect !== false && effect !== undefined) };
}

function onGuardRequested(
  state: FocusGuardState,
  { ms, window, isLaunching, startupId }: Extract<FocusGuardEvent, { type: 'guardRequested' }>,
  context: FocusGuardContext,
): Transition {
  const isRunning = isActive(state, context) && state.user !== undefined;
  const until = context.now + ms;
  const workingPrograms =
    window === undefined ? state.workingPrograms : new Set([...state.workingPrograms, context.ownerOf(window)]);
  return withEffects(
    { ...state, isLaunching, startupId, workingPrograms, until, returns: 0 },
    { type: 'extendStackGuard', until },
    { type: 'stopWatchingKeysAfter', ms },
    isRunning ? repeatUserActivity : readDesktop,
  );
}

function onDesktopRead(state: FocusGuardState, facts: DesktopFacts, context: FocusGuardContext): Transition {
  const { focus, client, isManaged, windows, managerOwner, managerName } = facts;
  const knownWindows = new Set(windows);
  // A window manager that focuses no program focuses a window of its own, which is not in its list.
  const isProgram = client !== undefined && (!isManaged || knownWindows.has(client));
  const next: FocusGuardState = {
    ...state,
    knownWindows,
    managerOwner,
    managerUsesOldTime: oldTimeManagers.test(managerName),
    returns: 0,
    user: isProgram ? { focus, client } : undefined,
  };
  if (!next.user) return withEffects(next, stopStackGuard);
  return withEffects(
    next,
    { type: 'watchFocus', window: focus },
    ...windows.filter((window) => isIntruder(next, window, context)).map(watchKeys),
    { type: 'guardStack', window: next.user.client },
    { type: 'reportUserActivity', client: next.user.client },
  );
}

/** The user clicked or used a shortcut of the window manager: the next focus change is the user's. */
function onUserAction(state: FocusGuardState, { now }: FocusGuardContext): Transition {
  return withEffects({ ...state, userActedAt: now }, stopStackGuard, stopWatchingKeys);
}

function onWindowCreated(state: FocusGuardState, window: number, context: FocusGuardContext): Transition {
  const { startupId } = state;
  if (!isGuarding(state, context) || !isIntruder(state, window, context)) return withEffects(state);
  return withEffects(
    state,
    watchKeys(window),
    // Older programs do not set their startup id themselves.
    startupId !== undefined && { type: 'markLaunched', window, startupId },
    repeatUserActivity,
    renewFocus(state, context),
  );
}

/** A window manager that uses an old time loses against a focus that was set just now. */
function renewFocus(state: FocusGuardState, context: FocusGuardContext): FocusGuardEffect | false {
  const isNeeded = state.managerUsesOldTime && !state.isFocusInDoubt && isGuarding(state, context);
  return isNeeded && state.user !== undefined && setFocus(state.user.focus);
}

function onFocusLeft(
  state: FocusGuardState,
  { device, window }: Extract<FocusGuardEvent, { type: 'focusLeft' }>,
  context: FocusGuardContext,
): Transition {
  const { user } = state;
  if (!user || state.ownDevices.has(device) || window !== user.focus || !isActive(state, context))
    return withEffects(state);
  return withEffects({ ...state, isFocusInDoubt: true }, { type: 'readFocus', user });
}

/** Gives the focus back when a program that works for Handrail took it. Any other focus change is accepted. */
function onFocusRead(
  state: FocusGuardState,
  { taker, user }: Extract<FocusGuardEvent, { type: 'focusRead' }>,
  context: FocusGuardContext,
): Transition {
  const { ownerOf } = context;
  if (!isActive(state, context) || taker === user.focus) return withEffects(state);
  const isSameProgram = taker > 1 && ownerOf(taker) === ownerOf(user.client);
  if (isSameProgram || hasUserActed(state, context) || !isWorkWindow(state, taker, context))
    return withEffects(state, readDesktop);
  const next = { ...state, returns: state.returns + 1 };
  if (next.returns > maxReturns) return withEffects(next);
  return withEffects(next, setFocus(user.focus), { type: 'reportReturn', taker, client: user.client });
}
