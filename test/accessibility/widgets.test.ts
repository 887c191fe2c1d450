import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { parseKeys } from '../../src/core/keys/keys.js';
import { windowNamed, windowsOf } from '../support/private-desk.js';
import { describeReading } from './widgets-read.js';
import { desk, log, logged, node, nodes, program, programs, useWidgets, window } from './widgets-window.js';

useWidgets();

async function refusal(work: Promise<unknown>): Promise<HandrailError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HandrailError)) throw new Error(`Not refused with a HandrailError: ${String(error)}`);
  return error;
}

describeReading();

test('items of an open menu or combo box belong to the popup window, once', async () => {
  await desk.run('xdotool', 'windowactivate', '--sync', window.id);
  for (const [name, items] of [
    ['File', ['New', 'Save As…', 'Export', 'Forbidden']],
    ['Colour:', ['Red', 'Green', 'Dark blue']],
  ] as const) {
    const { x = 0, y = 0 } = (await node(name)).bounds ?? {};
    await desk.run('xdotool', 'mousemove', `${x + 10}`, `${y + 10}`, 'click', '1');
    await vi.waitFor(
      async () => {
        const windows = (await windowsOf(desk)).map((one) => ({ ...one, popup: one.id !== window.id }));
        const all = (await programs.tree({ windows })).nodes;
        expect(all.filter((one) => one.window !== window.id).map((one) => one.name)).toEqual(items);
        expect(new Set(all.map((one) => one.key)).size).toBe(all.length);
      },
      { timeout: 15_000, interval: 50 },
    );
    await desk.run('xdotool', 'key', 'Escape', 'key', 'Escape');
  }
});

describe('actions', () => {
  test('clicks buttons and tabs', async () => {
    const from = log().length;
    expect(await programs.click(await node('Save'))).toBe(true);
    await logged({ event: 'clicked', widget: 'Save' }, from);
    expect(await programs.click(await node('List', 'Tab'))).toBe(true);
    await logged({ event: 'selected', widget: 'Tabs', value: ['List'] }, from);
    expect(await programs.click(await node('Ready.'))).toBe(false);
    expect((await refusal(programs.click(await node('Not now')))).code).toBe('disabled');
  });

  test('reads rows of a list and chooses by text', async () => {
    await programs.click(await node('List', 'Tab'));
    const rows = (await nodes()).filter((one) => one.role === 'ListItem');
    expect(rows.map((one) => [one.name, one.list?.row, one.list?.rowCount])).toEqual([
      ['Apple', 0, 3],
      ['Banana', 1, 3],
      ['Cherry', 2, 3],
    ]);
    const from = log().length;
    await programs.setValue(await node('Fruit', 'List'), 'cherry');
    await logged({ event: 'selected', widget: 'Fruit', value: ['Cherry'] }, from);
    expect((await node('Cherry')).states).toContain('selected');
    expect(await programs.click(await node('Banana'))).toBe(true);
    await logged({ event: 'selected', widget: 'Fruit', value: ['Banana'] }, from);
    const error = await refusal(programs.setValue(await node('Fruit', 'List'), 'Durian'));
    expect([error.code, error.hint]).toEqual(['unknown_option', 'Options: "Apple", "Banana", "Cherry".']);
  });

  test('reads the visible rows of a table with 200 rows, and others on request', async () => {
    await programs.click(await node('Table', 'Tab'));
    const cells = (await nodes()).filter((one) => one.role === 'TableCell');
    expect(cells.filter((one) => one.kind === 'column header').map((one) => one.name)).toEqual([
      'In',
      'Thing',
      'Weight',
    ]);
    const things = cells.filter((one) => one.name.startsWith('Item '));
    expect(things[0]).toMatchObject({ name: 'Item 1', list: { row: 0, rowCount: 200 } });
    expect(things.length).toBeGreaterThan(2);
    expect(things.length).toBeLessThan(40);
    const table = await node('Stock', 'Table');
    const later = await programs.tree({ windows: [window], inside: { key: table.key, from: 150 } });
    expect(later.nodes.filter((one) => one.name.startsWith('Item ')).map((one) => one.name)).toEqual(
      Array.from({ length: 50 }, (_, index) => `Item ${151 + index}`),
    );
    const from = log().length;
    await programs.setValue(table, ['Item 7', 'Item 3']);
    await logged({ event: 'selected', widget: 'Stock', value: ['Item 3', 'Item 7'] }, from);
    // A click leaves nothing else selected.
    expect(await programs.click(await node('Item 2'))).toBe(true);
    await logged({ event: 'selected', widget: 'Stock', value: ['Item 2'] }, from);
    const box = (await nodes()).find((one) => one.role === 'Checkbox' && one.name === 'In' && one.list?.row === 0);
    expect(box?.states).toContain('unchecked');
    // In GTK, toggling a cell does what a double click on its row does, so it is refused.
    expect(box && (await programs.click(box))).toBe(false);
    const { x = 0, y = 0, width = 0, height = 0 } = box?.bounds ?? {};
    const [across, down] = [x + width / 2, y + height / 2].map((at) => String(Math.floor(at)));
    await desk.run('xdotool', 'mousemove', `${across}`, `${down}`, 'click', '1');
    await logged({ event: 'toggled', widget: 'Item 1', value: true }, from);
  });

  test('writes at the caret, in place of the selection and of the whole text, with any characters', async () => {
    const field = await node('Name:');
    expect(await programs.insertText(field, 'Grüße 😀', { clear: true })).toBe(true);
    await logged({ event: 'changed', widget: 'Name', value: 'Grüße 😀' });
    expect(await programs.insertText(field, ', 世界 👩‍👩‍👧', { clear: false })).toBe(true);
    await logged({ event: 'changed', widget: 'Name', value: 'Grüße 😀, 世界 👩‍👩‍👧' });
    await desk.run('xdotool', 'windowactivate', '--sync', window.id);
    await programs.focus(field);
    await desk.run('xdotool', 'key', 'Home', 'shift+Right', 'shift+Right', 'shift+Right', 'shift+Right', 'shift+Right');
    await expect.poll(async () => programs.insertText(field, 'Tag', { clear: false })).toBe(true);
    await logged({ event: 'changed', widget: 'Name', value: 'Tag 😀, 世界 👩‍👩‍👧' });
    expect(await programs.pressKey(field, parseKeys('Backspace'), 2)).toBe(true);
    expect(await programs.pressKey(field, parseKeys('x'), 1)).toBe(true);
    await logged({ event: 'changed', widget: 'Name', value: 'Tx 😀, 世界 👩‍👩‍👧' });
    await programs.focus(await node('Short:'));
    expect(await programs.focus(field)).toBe(true);
    await desk.run('xdotool', 'key', 'y');
    await logged({ event: 'changed', widget: 'Name', value: 'Txy 😀, 世界 👩‍👩‍👧' });
    expect(await programs.pressKey(field, parseKeys('Control+V'), 1)).toBe(false);
    expect(await programs.readText(field)).toBe('Txy 😀, 世界 👩‍👩‍👧');
    expect(await programs.insertText(await node('Fixed:'), 'x', { clear: false })).toBe(false);
    expect(await programs.insertText(field, 'two\nlines', { clear: false })).toBe(false);
    await programs.click(await node('Writing', 'Tab'));
    const lines = 'first\n\ttabbed\n\nlast 🎉';
    expect(await programs.insertText(await node('Notes'), lines, { clear: true })).toBe(true);
    await logged({ event: 'changed', widget: 'Notes', value: lines });
  });

  test('writes a password and never reads it', async () => {
    const field = await node('Password:');
    await programs.setValue(field, 's3cret-🔑');
    await logged({ event: 'changed', widget: 'Password', value: 's3cret-🔑' });
    expect(JSON.stringify(await nodes())).not.toContain('s3cret');
    expect((await node('Password:')).value).toBeUndefined();
    expect(await programs.readText(await node('Password:'))).toBe('');
  });

  test('sets values without opening popups', async () => {
    await programs.setValue(await node('Volume:'), '65');
    await logged({ event: 'moved', widget: 'Volume', value: 65 });
    await programs.setValue(await node('Amount:'), '42');
    await logged({ event: 'changed', widget: 'Amount', value: 42 });
    await programs.setValue(await node('Colour:'), 'dark blue');
    await logged({ event: 'changed', widget: 'Colour', value: 'Dark blue' });
    expect((await node('Colour:')).value).toBe('Dark blue');
    await programs.setValue(await node('City:'), 'Paris');
    await logged({ event: 'changed', widget: 'City', value: 'Paris' });
    await programs.setValue(await node('City:'), 'Ulm');
    await logged({ event: 'changed', widget: 'City', value: 'Ulm' });
    for (const [name, value] of [
      ['Remember me', 'off'],
      ['Remember me', true],
      ['Bold', true],
      ['Bold', false],
      ['Wireless', 'on'],
      ['Small', true],
    ] as const) {
      await programs.setValue(await node(name), value);
      const wanted = value === true || value === 'on';
      const states = (await node(name)).states;
      expect(states.includes('checked') || states.includes('pressed')).toBe(wanted);
    }
    await logged({ event: 'toggled', widget: 'Wireless', value: true });
    expect(
      log()
        .filter((entry) => entry.widget === 'Remember me')
        .at(-1)?.value,
    ).toBe(true);
  });

  test('refuses an impossible value and lists the options', async () => {
    const colour = await refusal(programs.setValue(await node('Colour:'), 'Pink'));
    expect([colour.code, colour.hint]).toEqual(['unknown_option', 'Options: "Red", "Green", "Dark blue".']);
    expect((await refusal(programs.setValue(await node('Volume:'), '500'))).code).toBe('out_of_range');
    expect((await refusal(programs.setValue(await node('Volume:'), 'loud'))).code).toBe('unknown_option');
    expect((await refusal(programs.setValue(await node('Fixed:'), 'x'))).code).toBe('not_editable');
    expect((await refusal(programs.setValue(await node('Ready.'), 'x'))).code).toBe('not_editable');
  });

  test('chooses a menu item by text without opening the menu', async () => {
    const from = log().length;
    await programs.chooseMenuItem(['file', 'EXPORT', 'as pdf'], window);
    await logged({ event: 'clicked', widget: 'As PDF...' }, from);
    await programs.chooseMenuItem(['File', 'Save As'], window);
    await logged({ event: 'clicked', widget: 'Save As…' }, from);
    await programs.chooseMenuItem(['View', 'Grid'], window);
    await logged({ event: 'toggled', widget: 'Grid', value: true }, from);
    const missing = await refusal(programs.chooseMenuItem(['File', 'Print'], window));
    expect([missing.code, missing.hint]).toEqual(['not_found', 'Items: "New", "Save As…", "Export", "Forbidden".']);
    expect((await refusal(programs.chooseMenuItem(['File', 'Forbidden'], window))).code).toBe('disabled');
    expect((await refusal(programs.chooseMenuItem(['File', 'Export'], window))).hint).toContain('"As Picture"');
    expect((await refusal(programs.chooseMenuItem(['Nowhere'], window))).hint).toBe('Items: "File", "View", "Lazy".');
  });

  test('chooses from a menu that is filled when it opens', async () => {
    const from = log().length;
    const missing = await refusal(programs.chooseMenuItem(['Lazy', 'Early item'], window));
    expect(missing.hint).toBe('Items: "Late item".');
    await programs.chooseMenuItem(['Lazy', 'Late item'], window);
    await logged({ event: 'clicked', widget: 'Late item' }, from);
    // The menu no longer grabs the pointer.
    const { bounds } = await node('Cancel');
    await desk.run('xdotool', 'mousemove', `${(bounds?.x ?? 0) + 9}`, `${(bounds?.y ?? 0) + 9}`, 'click', '1');
    await logged({ event: 'clicked', widget: 'Cancel' }, from);
  });
});

describe('in the background', () => {
  test('the front window keeps focus and position, and the pointer stays', async () => {
    desk.start('/usr/bin/python3', program, join(desk.home, 'front.log'), 'In front', '320', '80');
    const front = await windowNamed(desk, 'In front');
    await desk.run('xdotool', 'windowactivate', '--sync', front.id, 'mousemove', '5', '5');
    const state = () =>
      desk.run('sh', '-c', 'xdotool getactivewindow getmouselocation; xprop -root _NET_CLIENT_LIST_STACKING');
    const before = await state();
    const from = log().length;
    expect(await programs.click(await node('Save'))).toBe(true);
    await logged({ event: 'clicked', widget: 'Save' }, from);
    expect(await programs.insertText(await node('Name:'), 'behind', { clear: true })).toBe(true);
    await programs.setValue(await node('Colour:'), 'Green');
    await programs.setValue(await node('Volume:'), '10');
    await programs.chooseMenuItem(['File', 'New'], window);
    await logged({ event: 'clicked', widget: 'New' }, from);
    await logged({ event: 'changed', widget: 'Name', value: 'behind' }, from);
    expect(await programs.focus(await node('Short:'))).toBe(false);
    expect(await state()).toBe(before);
    expect(
      log()
        .slice(from)
        .filter((entry) => entry.event === 'window'),
    ).toEqual([]);
  });

  test('a change in a program notifies', async () => {
    const count = programs.changes.count();
    const rung = programs.changes.waitForChange(3000);
    await programs.setValue(await node('Volume:'), '20');
    expect(await rung).toBe(true);
    expect(programs.changes.count()).toBeGreaterThan(count);
  });
});
