import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/action.js';
import { toFault } from '../../src/core/errors.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session/session.js';
import { until } from '../cli/handrail.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';
import { type Bystander, openBystander } from './bystander.js';
import { pretend } from './pretend-user.js';

// A desktop like a user's: a window manager with its default settings, and nothing of ours.
const startMs = 60_000;

let desk: PrivateDesk;
let bystander: Bystander;
let session: Session | undefined;

beforeAll(async () => {
  desk = await openPrivateDesk();
  pretend(desk.environment);
  bystander = await openBystander(desk.environment);
}, startMs);
afterEach(async () => {
  await session?.close();
  session = undefined;
});
afterAll(async () => {
  bystander?.close();
  await desk?.close();
  pretend();
});

async function open(): Promise<Session> {
  session = await openSession({ policy: 'open', environment: 'desktop', display: 'current' });
  return session;
}

async function perform(one: Session, action: Action): Promise<void> {
  const { error } = await one.perform(action);
  expect(error, JSON.stringify(action)).toBeUndefined();
}

async function find(one: Session, role: string, isIt: (name: string, states: readonly string[]) => boolean) {
  const { elements, text } = await one.observe();
  const found = elements.find((element) => element.role === role && isIt(element.name, element.states));
  if (!found) throw new Error(`Not on the screen:\n${text}`);
  return { element: found.id };
}

describe('the desktop of the user', () => {
  test(
    'goes on as it was: programs that were there stay, those of the session go with it',
    async () => {
      const theirs = desk.start('galculator');
      const one = await open();
      await perform(one, { type: 'launch', app: 'xterm', arguments: ['-title', 'ours'] });
      await expect.poll(async () => (await one.observe()).text, { timeout: 10_000 }).toContain('galculator');
      expect(await desk.run('xdotool', 'search', '--name', '^ours$')).not.toBe('');
      await one.close();
      expect(theirs.exitCode, 'galculator goes on').toBeNull();
      await expect(desk.run('xdotool', 'search', '--name', '^ours$')).rejects.toThrow();
      theirs.kill();
    },
    startMs,
  );

  test(
    'a document is written and saved while the user types and points elsewhere',
    async () => {
      const before = bystander.where();
      expect(before.focus).toBe('bystander');
      const one = await open();
      bystander.heard();
      await perform(one, { type: 'launch', app: 'mousepad' });
      const area = await find(one, 'TextInput', (_, states) => states.includes('multiline'));
      await perform(one, { type: 'type', text: 'Was? ¿Qué? 何？', target: area });
      await perform(one, { type: 'key', keys: 'ctrl+s' });
      expect(bystander.where(), 'a dialog has opened').toEqual(before);
      const file = join(desk.home, 'saved.txt');
      const field = await find(one, 'TextInput', (_, states) => !states.includes('multiline'));
      await perform(one, { type: 'type', text: file, target: field, clear: true });
      await perform(one, { type: 'click', target: await find(one, 'Button', (name) => name === 'Save') });
      await until(() => existsSync(file), 'it is saved', 5_000);
      expect(readFileSync(file, 'utf8').trimEnd()).toBe('Was? ¿Qué? 何？');
      expect(bystander.where()).toEqual(before);
      expect(bystander.heard()).toEqual([]);
    },
    startMs,
  );

  test(
    'no keystroke of the user goes into a menu that must be opened',
    async () => {
      const before = bystander.where();
      const one = await open();
      await perform(one, { type: 'launch', app: 'thunar', arguments: [desk.home] });
      bystander.heard();
      const letters = 'the quick brown fox '.repeat(6);
      const typing = desk.run('xdotool', 'type', '--delay', '10', letters);
      await perform(one, { type: 'menu', path: ['File', 'Create Folder…'] });
      await typing;
      expect((await one.observe()).text).toContain('Create New Folder');
      let keys: string[] = [];
      await until(
        () => {
          keys = [...keys, ...bystander.heard()];
          return keys.filter((name) => name === 'KeyRelease').length >= letters.length;
        },
        'all letters have arrived',
        5_000,
      );
      expect(keys.filter((name) => name === 'KeyPress')).toHaveLength(letters.length);
      expect(keys.filter((name) => name.startsWith('Focus'))).toEqual([]);
      expect(bystander.where()).toEqual(before);
    },
    startMs,
  );

  test(
    'a window comes to the front only when requested',
    async () => {
      const one = await open();
      await perform(one, { type: 'launch', app: 'xterm', arguments: ['-title', 'raised'] });
      await perform(one, { type: 'focus_app', app: 'bystander', raise: true });
      expect(bystander.where().focus).toBe('bystander');
      await perform(one, { type: 'focus_app', app: 'raised' });
      expect(bystander.where().focus).toBe('bystander');
      await perform(one, { type: 'focus_app', app: 'raised', raise: true });
      expect(bystander.where().focus).toBe('raised');
    },
    startMs,
  );

  test.each([
    [{ WAYLAND_DISPLAY: 'wayland-0' }, /^This is a Wayland session without an X display/],
    [{}, /DISPLAY is not set/],
    [{ DISPLAY: ':6543' }, /There is no display :6543/],
  ])('where there is none, it is said (%j)', async (environment, expected) => {
    pretend({ ...environment, HOME: desk.home });
    try {
      const fault = await open().then(() => undefined, toFault);
      expect(fault).toMatchObject({ code: 'desktop_missing', message: expect.stringMatching(expected) });
      expect(fault?.hint).toBeTruthy();
    } finally {
      pretend(desk.environment);
    }
  });
});
