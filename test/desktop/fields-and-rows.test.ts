import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/action.js';
import type { Element } from '../../src/core/element.js';
import type { Outcome } from '../../src/core/outcome.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session/session.js';
import { until } from '../cli/handrail.js';
import { looks } from '../support/looks.js';

const program = fileURLToPath(new URL('../fixtures/widgets.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handrail-fields-'));
const logFile = join(folder, 'widgets.log');
let session: Session;
let from = 0;

beforeAll(async () => {
  session = await openSession({
    policy: 'open',
    environment: 'desktop',
    launch: [['/usr/bin/python3', program, logFile, 'Widgets', '300', '60']],
  });
  await until(() => log().some(({ event }) => event === 'ready'), 'the program is there', 20_000);
  await find('TextInput', 'Name:');
}, 60_000);
afterAll(async () => {
  await session?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  from = log().length;
});

/** The events that the program logged. */
function log(): { event: string; widget?: string; value?: unknown }[] {
  if (!existsSync(logFile)) return [];
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The values that a widget took on in this test. */
const valuesOf = (name: string) =>
  log()
    .slice(from)
    .flatMap(({ widget, value }) => (widget === name && value !== undefined ? [value] : []));

async function find(role: string, name: string): Promise<Element> {
  for await (const _ of looks(10_000, 100)) {
    const { elements } = await session.observe();
    const found = elements.find((element) => element.role === role && element.name === name);
    if (found) return found;
  }
  throw new Error(`No ${role} "${name}":\n${(await session.observe()).text}`);
}

async function perform(action: Action): Promise<Outcome> {
  const outcome = await session.perform(action);
  expect(outcome.error, JSON.stringify(action)).toBeUndefined();
  return outcome;
}

const on = async (role: string, name: string) => ({ element: (await find(role, name)).id });

describe('a used field keeps the keyboard input', () => {
  test('after type', async () => {
    await perform({ type: 'type', target: await on('TextInput', 'Name:'), text: 'hello', clear: true });
    await perform({ type: 'key', keys: 'a' });
    await perform({ type: 'type', text: 'b' });
    expect(valuesOf('Name')).toEqual(['hello', 'helloa', 'helloab']);
  });

  test('after set_value', async () => {
    await perform({ type: 'set_value', target: await on('TextInput', 'Short:'), value: 'one' });
    await perform({ type: 'key', keys: 'x' });
    await perform({ type: 'key', keys: 'ArrowLeft Backspace' });
    expect(valuesOf('Short')).toEqual(['one', 'onex', 'onx']);
  });

  test('after a click, which selects nothing; Tab continues from there', async () => {
    await perform({ type: 'set_value', target: await on('TextInput', 'Name:'), value: 'abc' });
    await perform({ type: 'type', target: await on('TextInput', 'Short:'), text: '1', clear: true });
    await perform({ type: 'click', target: await on('TextInput', 'Name:') });
    await perform({ type: 'key', keys: 'd' });
    await perform({ type: 'key', keys: 'Tab' });
    await perform({ type: 'type', text: 'secret' });
    expect(valuesOf('Name')).toEqual(['abc', 'abcd']);
    expect(valuesOf('Password').at(-1)).toBe('secret');
  });

  test('also the field in a combo box', async () => {
    await perform({ type: 'type', target: await on('Dropdown', 'City:'), text: 'Ulm', clear: true });
    await perform({ type: 'type', target: await on('Dropdown', 'City:'), text: 'Bonn', clear: true });
    await perform({ type: 'key', keys: 's' });
    expect(valuesOf('City')).toEqual(['Ulm', 'Bonn', 'Bonns']);
  });
});

test('a focus change is the effect of Tab', async () => {
  await perform({ type: 'click', target: await on('TextInput', 'Name:') });
  const { effect, changes } = await perform({ type: 'key', keys: 'Tab' });
  expect(effect, JSON.stringify(changes)).toBe('changed');
  expect((await perform({ type: 'key', keys: 'shift+Tab' })).effect).toBe('changed');
});

test('a caret movement is an effect; a caret that stays is not', async () => {
  await perform({ type: 'type', target: await on('TextInput', 'Notes'), text: 'one\ntwo', clear: true });
  await perform({ type: 'click', target: await on('TextInput', 'Notes') });
  const moved = await perform({ type: 'key', keys: 'ctrl+Home' });
  expect(moved.effect).toBe('changed');
  expect(moved.changes).toContainEqual(expect.objectContaining({ kind: 'attribute', attribute: 'caret' }));
  expect((await perform({ type: 'key', keys: 'ctrl+Home' })).effect).not.toBe('changed');
  await perform({ type: 'key', keys: 'x' });
  expect(valuesOf('Notes').at(-1)).toBe('xone\ntwo');
});

test('the new clipboard content is reported', async () => {
  const { changes } = await perform({ type: 'clipboard', text: 'clip ü' });
  expect(changes).toContainEqual({ kind: 'value', name: 'clipboard', to: 'clip ü' });
});

test('text is not typed into a button, because a space would press it', async () => {
  const refused = await session.perform({ type: 'type', target: await on('Button', 'Save'), text: 'a b' });
  expect(refused.error).toMatchObject({ code: 'not_editable', message: expect.stringContaining('Button "Save"') });
  await perform({ type: 'click', target: await on('Button', 'Cancel') });
  expect(
    log()
      .slice(from)
      .flatMap(({ event, widget }) => (event === 'clicked' ? [widget] : [])),
  ).toEqual(['Cancel']);
});

describe('rows', () => {
  test('a click selects one row alone', async () => {
    await perform({ type: 'click', target: await on('Tab', 'Table') });
    for (const name of ['Item 2', 'Item 4', 'Item 3'])
      await perform({ type: 'click', target: await on('TableCell', name) });
    expect(valuesOf('Stock')).toEqual([['Item 2'], ['Item 4'], ['Item 3']]);
    await perform({ type: 'set_value', target: await on('Table', 'Stock'), value: ['Item 1', 'Item 5'] });
    await perform({ type: 'click', target: await on('TableCell', 'Item 5') });
    expect(valuesOf('Stock').at(-1)).toEqual(['Item 5']);
  });

  test('Control adds a row, Shift selects a range', async () => {
    await perform({ type: 'click', target: await on('TableCell', 'Item 1') });
    await perform({ type: 'click', target: await on('TableCell', 'Item 3'), modifiers: ['Control'] });
    expect(valuesOf('Stock').at(-1)).toEqual(['Item 1', 'Item 3']);
    await perform({ type: 'click', target: await on('TableCell', 'Item 5'), modifiers: ['Shift'] });
    expect(valuesOf('Stock').at(-1)).toEqual(['Item 3', 'Item 4', 'Item 5']);
  });
});

test('a drag is dropped after the target program has accepted it', async () => {
  const parcels = join(folder, 'parcels.log');
  const script = fileURLToPath(new URL('../fixtures/parcel.py', import.meta.url));
  await perform({ type: 'launch', app: '/usr/bin/python3', arguments: [script, parcels] });
  await perform({ type: 'drag', path: [await on('Button', 'Parcel'), await on('Button', 'Box')] });
  await until(() => readFileSync(parcels, 'utf8') !== '', 'it is dropped', 3_000);
  expect(readFileSync(parcels, 'utf8')).toBe('dropped a parcel\n');
});
