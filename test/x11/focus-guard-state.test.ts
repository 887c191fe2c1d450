import { expect, test } from 'vitest';
import {
  type FocusGuardContext,
  type FocusGuardEffect,
  type FocusGuardEvent,
  type FocusGuardState,
  initialState,
  isIntruder,
  reduceFocusGuard,
} from '../../src/environments/x11/focus/focus-guard-state.js';

// Windows are numbered so that the hundreds are the program: 1xx is the user's, 2xx works for Handrail, 9xx is the window manager.
const userWindow = 101;
const userPart = 102;
const workWindow = 201;
const newWindow = 301;
const frame = 901;
const userDevice = 3;
const ownDevice = 12;
const ownerOf = (window: number) => Math.floor(window / 100);

/** A guard that runs through events and collects their effects. */
function guard(start: FocusGuardState = initialState) {
  let state = start;
  let now = 10_000;
  const context = (): FocusGuardContext => ({ now, ownerOf });
  return {
    get state() {
      return state;
    },
    context,
    pass(ms: number) {
      now += ms;
    },
    send(event: FocusGuardEvent): FocusGuardEffect[] {
      const next = reduceFocusGuard(state, event, context());
      state = next.state;
      return next.effects;
    },
  };
}

const request = { type: 'guardRequested', ms: 5000, isLaunching: false } as const;
const desktop = (changes: Partial<Extract<FocusGuardEvent, { type: 'desktopRead' }>['facts']> = {}) =>
  ({
    type: 'desktopRead',
    facts: {
      focus: userPart,
      client: userWindow,
      isManaged: true,
      windows: [workWindow, userWindow],
      managerOwner: ownerOf(frame),
      managerName: 'Openbox',
      ...changes,
    },
  }) as const;

/** A guard for a program that was given work, while the user works with another one. */
function activeGuard(changes?: Parameters<typeof desktop>[0], isLaunching = false) {
  const started = guard();
  started.send({ type: 'devicesAdded', devices: [ownDevice] });
  started.send({ ...request, isLaunching, startupId: isLaunching ? 'id-1' : undefined, window: workWindow });
  started.send(desktop(changes));
  return started;
}
const user = { focus: userPart, client: userWindow };
const types = (effects: readonly FocusGuardEffect[]) => effects.map(({ type }) => type);

test('the first request reads the desktop; a request to a running guard only extends it', () => {
  const started = guard();
  expect(started.send({ ...request, window: workWindow })).toEqual([
    { type: 'extendStackGuard', until: 15_000 },
    { type: 'stopWatchingKeysAfter', ms: 5000 },
    { type: 'readDesktop' },
  ]);
  started.send(desktop());
  started.pass(1000);
  expect(types(started.send(request))).toEqual(['extendStackGuard', 'stopWatchingKeysAfter', 'repeatUserActivity']);
  started.pass(6000);
  expect(types(started.send(request))).toContain('readDesktop');
});

test('guards the user window against windows of working programs', () => {
  const started = guard();
  started.send({ ...request, window: workWindow });
  expect(started.send(desktop())).toEqual([
    { type: 'watchFocus', window: userPart },
    { type: 'watchKeys', window: workWindow },
    { type: 'guardStack', window: userWindow },
    { type: 'reportUserActivity', client: userWindow },
  ]);
  expect(started.send({ type: 'programGiven', window: workWindow })).toEqual([
    { type: 'watchKeys', window: workWindow },
  ]);
  expect(started.send({ type: 'programGiven', window: userWindow })).toEqual([]);
});

test.each([
  ['no window has the focus', { client: undefined }],
  ['the window manager focuses a window of its own', { client: frame }],
])('guards nothing when %s', (_name, changes) => {
  const started = guard();
  started.send(request);
  expect(started.send(desktop(changes))).toEqual([{ type: 'stopStackGuard' }]);
  expect(started.send({ type: 'focusLeft', device: userDevice, window: userPart })).toEqual([]);
});

test('gives the focus back when a working program took it', () => {
  const active = activeGuard();
  expect(active.send({ type: 'focusLeft', device: userDevice, window: userPart })).toEqual([
    { type: 'readFocus', user },
  ]);
  expect(active.send({ type: 'focusRead', taker: workWindow, user })).toEqual([
    { type: 'setFocus', window: userPart },
    { type: 'reportReturn', taker: workWindow, client: userWindow },
  ]);
});

test('stops giving the focus back after 20 times', () => {
  const active = activeGuard();
  const counts = Array.from({ length: 22 }, () => active.send({ type: 'focusRead', taker: workWindow, user }).length);
  expect(counts.filter((count) => count > 0)).toHaveLength(20);
  active.send(request);
  expect(active.send({ type: 'focusRead', taker: workWindow, user })).toHaveLength(2);
});

test.each([
  ['another window of the user program', 103],
  ['a program that has no work', 401],
  ['no window', 0],
])('accepts a focus change to %s', (_name, taker) => {
  const active = activeGuard();
  active.send({ type: 'focusLeft', device: userDevice, window: userPart });
  expect(active.send({ type: 'focusRead', taker, user })).toEqual([{ type: 'readDesktop' }]);
});

test('ignores focus changes of own keyboards, of other windows, and after the guard has ended', () => {
  const active = activeGuard();
  expect(active.send({ type: 'focusLeft', device: ownDevice, window: userPart })).toEqual([]);
  expect(active.send({ type: 'focusLeft', device: userDevice, window: 555 })).toEqual([]);
  expect(active.send({ type: 'focusRead', taker: userPart, user })).toEqual([]);
  active.pass(5001);
  expect(active.send({ type: 'focusLeft', device: userDevice, window: userPart })).toEqual([]);
  expect(active.send({ type: 'focusRead', taker: workWindow, user })).toEqual([]);
});

test('a click of the user makes the next focus change the user action, for 700 ms', () => {
  const active = activeGuard();
  expect(active.send({ type: 'inputReceived', device: userDevice, what: 'button' })).toEqual([
    { type: 'stopStackGuard' },
    { type: 'stopWatchingKeys' },
  ]);
  expect(active.send({ type: 'focusRead', taker: workWindow, user })).toEqual([{ type: 'readDesktop' }]);
  active.pass(701);
  expect(types(active.send({ type: 'focusRead', taker: workWindow, user }))).toContain('setFocus');
});

test('only keys with Alt or Super count as a user action', () => {
  const active = activeGuard();
  expect(active.send({ type: 'inputReceived', device: ownDevice, what: 'button' })).toEqual([]);
  expect(active.send({ type: 'inputReceived', device: userDevice, what: 'key' })).toEqual([{ type: 'readModifiers' }]);
  const shift = 1;
  const alt = 1 << 3;
  expect(active.send({ type: 'modifiersRead', mask: shift })).toEqual([]);
  expect(types(active.send({ type: 'modifiersRead', mask: alt }))).toEqual(['stopStackGuard', 'stopWatchingKeys']);
});

test('a held key goes to the user window, unless the guard no longer applies', () => {
  const active = activeGuard();
  expect(active.send({ type: 'keyHeld', window: workWindow })).toEqual([{ type: 'setFocus', window: userPart }]);
  expect(active.send({ type: 'keyHeld', window: 401 })).toEqual([{ type: 'stopWatchingKeys' }]);
  active.send({ type: 'inputReceived', device: userDevice, what: 'button' });
  expect(active.send({ type: 'keyHeld', window: workWindow })).toEqual([{ type: 'stopWatchingKeys' }]);
});

test('during a launch every new window is an intruder, except those of the user and of the window manager', () => {
  const active = activeGuard(undefined, true);
  const intrudes = (window: number) => isIntruder(active.state, window, active.context());
  expect([newWindow, workWindow].map(intrudes)).toEqual([true, true]);
  expect([userWindow, 103, frame, 1].map(intrudes)).toEqual([false, false, false, false]);
  expect(active.send({ type: 'windowCreated', window: newWindow })).toEqual([
    { type: 'watchKeys', window: newWindow },
    { type: 'markLaunched', window: newWindow, startupId: 'id-1' },
    { type: 'repeatUserActivity' },
  ]);
  expect(active.send({ type: 'windowCreated', window: frame })).toEqual([]);
  expect(activeGuard().send({ type: 'windowCreated', window: newWindow })).toEqual([]);
});

test('renews the focus for a window manager with old timestamps, but not while the focus is in doubt', () => {
  const renewed = ['repeatUserActivity', 'setFocus'];
  expect(types(activeGuard().send({ type: 'windowPending' }))).toEqual(['repeatUserActivity']);
  const active = activeGuard({ managerName: 'Xfwm4' });
  expect(types(active.send({ type: 'windowPending' }))).toEqual(renewed);
  active.send({ type: 'focusLeft', device: userDevice, window: userPart });
  expect(types(active.send({ type: 'windowPending' }))).toEqual(['repeatUserActivity']);
  active.send({ type: 'focusRead', taker: userPart, user });
  expect(types(active.send({ type: 'windowPending' }))).toEqual(renewed);
});

test('a released guard stays off until it is requested again', () => {
  const active = activeGuard();
  expect(types(active.send({ type: 'released' }))).toEqual(['stopStackGuard', 'stopWatchingKeys']);
  expect(active.send({ type: 'focusRead', taker: workWindow, user })).toEqual([]);
  expect(active.send({ type: 'windowCreated', window: workWindow })).toEqual([]);
  expect(types(active.send(request))).toContain('readDesktop');
});
