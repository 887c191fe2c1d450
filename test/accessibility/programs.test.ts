import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Accessibility } from '../../src/environments/accessibility/accessibility.js';
import { dialBus } from '../../src/environments/accessibility/dbus/dial-bus.js';
import { openAccessibility } from '../../src/environments/accessibility/open-accessibility.js';
import type { ScreenNode, ScreenWindow } from '../../src/environments/screen/screen.js';
import { openPrivateDesk, type PrivateDesk, windowNamed } from '../support/private-desk.js';

const text = (words: string) =>
  `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
const number = (value: number, formula = '') =>
  `<table:table-cell ${formula} office:value-type="float" office:value="${value}"/>`;
const rows = [
  text('item') + text('price'),
  text('apples') + number(3),
  text('pears') + number(4),
  text('total') + number(7, 'table:formula="of:=[.B2]+[.B3]"'),
];
const names = ['office', 'table', 'text'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const spreadsheet = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(' ')} xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="Sheet1">${rows.map((row) => `<table:table-row>${row}</table:table-row>`).join('\n')}</table:table>
</office:spreadsheet></office:body></office:document>`;

let desk: PrivateDesk;
let programs: Accessibility;

beforeAll(async () => {
  desk = await openPrivateDesk();
  programs = await openAccessibility({ bus: desk.bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
  writeFileSync(join(desk.home, 'sums.fods'), spreadsheet);
  desk.start('soffice', '--calc', '--norestore', '--nologo', '--nofirststartwizard', join(desk.home, 'sums.fods'));
  desk.start('galculator');
  desk.start('mousepad');
  desk.start('thunar', desk.home);
});

afterAll(async () => {
  await programs?.close();
  await desk?.close();
});

async function nodesIn(window: ScreenWindow): Promise<ScreenNode[]> {
  return (await programs.tree({ windows: [window] })).nodes;
}

/** Waits for a node. */
function nodeIn(window: ScreenWindow, isIt: (node: ScreenNode) => boolean): Promise<ScreenNode> {
  return vi.waitFor(
    async () => {
      const nodes = await nodesIn(window);
      const found = nodes.find(isIt);
      if (!found) throw new Error(`Not among: ${nodes.map((one) => `${one.role} "${one.name}"`).join(', ')}`);
      return found;
    },
    { timeout: 15_000, interval: 50 },
  );
}

const named = (name: string, role?: string) => (node: ScreenNode) =>
  node.name === name && (role === undefined || node.role === role);

test('galculator computes, and its display matches the copied result', async () => {
  const window = await windowNamed(desk, 'galculator');
  for (const key of ['1', '2', '*', '3', '4', '=']) {
    expect(await programs.click(await nodeIn(window, named(key, 'Button')))).toBe(true);
  }
  const display = await nodeIn(window, (node) => node.role === 'TextInput' && node.value === '408');
  expect(display.states).toContain('readonly');
  await programs.chooseMenuItem(['Edit', 'copy display value'], window);
  await vi.waitFor(async () => expect(await desk.run('xclip', '-o', '-selection', 'clipboard')).toBe('408'), 5000);
});

test('mousepad saves a text under a name from the file dialog', async () => {
  const window = await windowNamed(desk, 'Mousepad');
  const written = 'Zeile 1: äöü ß €\n第二行 🎈👨‍👩‍👧\n\tend';
  const field = await nodeIn(window, (node) => node.role === 'TextInput' && node.states.includes('multiline'));
  expect(await programs.insertText(field, written, { clear: true })).toBe(true);
  await programs.chooseMenuItem(['File', 'Save As'], window);
  const dialog = await windowNamed(desk, 'Save As');
  const name = await nodeIn(dialog, (node) => node.role === 'TextInput' && node.name.startsWith('Name'));
  const file = join(desk.home, 'brief übung.txt');
  expect(await programs.insertText(name, file, { clear: true })).toBe(true);
  const shown = (await nodesIn(dialog)).filter((node) => node.list);
  expect(shown.map((node) => node.name)).toContain('sums.fods');
  expect(await programs.click(await nodeIn(dialog, named('Save', 'Button')))).toBe(true);
  // The file exists before its content is written.
  await vi.waitFor(() => expect(readFileSync(file, 'utf8').replace(/\n$/, '')).toBe(written), 10_000);
});

test('thunar creates a folder', async () => {
  const window = await windowNamed(desk, 'Thunar');
  await programs.chooseMenuItem(['File', 'Create Folder'], window);
  const dialog = await windowNamed(desk, 'New Folder');
  const name = await nodeIn(dialog, (node) => node.role === 'TextInput');
  expect(await programs.insertText(name, 'Projects', { clear: true })).toBe(true);
  expect(await programs.click(await nodeIn(dialog, named('Create', 'Button')))).toBe(true);
  await vi.waitFor(() => expect(existsSync(join(desk.home, 'Projects'))).toBe(true), 10_000);
});

test('reads only the visible cells of a spreadsheet', async () => {
  const window = await windowNamed(desk, 'sums.fods', 60_000);
  const cell = await nodeIn(window, (node) => node.name === 'B4' && node.value === '7');
  expect(cell).toMatchObject({ role: 'TableCell', list: { row: 3, rowCount: 1048576 } });
  const nodes = await nodesIn(window);
  const cells = nodes.filter((node) => node.list?.containerKey === cell.list?.containerKey);
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.length).toBeLessThan(1001);
  expect(cells.filter((node) => node.value).map((node) => `${node.name}=${node.value}`)).toEqual([
    'A1=item',
    'B1=price',
    'A2=apples',
    'B2=3',
    'A3=pears',
    'B3=4',
    'A4=total',
    'B4=7',
  ]);
  expect(nodes.filter((node) => node.role === 'MenuItem').map((node) => node.name)).toEqual(
    expect.arrayContaining(['File', 'Edit', 'Sheet', 'Help']),
  );
  expect(new Set(nodes.map((node) => node.key)).size).toBe(nodes.length);
});

test('a click on a cell moves the visible cursor there', async () => {
  const window = await windowNamed(desk, 'sums.fods');
  const cell = await nodeIn(window, named('C3', 'TableCell'));
  const { x = 0, y = 0, width = 0, height = 0 } = cell.bounds ?? {};
  await desk.run('xdotool', 'windowactivate', '--sync', window.id);
  const [across, down] = [x + width / 2, y + height / 2].map((at) => String(Math.floor(at)));
  await desk.run('xdotool', 'mousemove', `${across}`, `${down}`, 'click', '1');
  const nameBox = (address: string) => (node: ScreenNode) => node.role === 'TextInput' && node.value === address;
  await nodeIn(window, nameBox('C3'));
  const other = await nodeIn(window, named('B3', 'TableCell'));
  expect(await programs.click(other)).toBe(true);
  await nodeIn(window, nameBox('B3'));
  await nodeIn(window, (node) => node.name === 'B3' && node.states.includes('selected'));
});

test('sets a number in a cell, updates dependent cells, and saves it', async () => {
  const window = await windowNamed(desk, 'sums.fods');
  await programs.setValue(await nodeIn(window, named('B2', 'TableCell')), '30');
  await nodeIn(window, (node) => node.name === 'B4' && node.value === '34');
  await programs.chooseMenuItem(['File', 'Save'], window);
  const saved = () => readFileSync(join(desk.home, 'sums.fods'), 'utf8');
  await vi.waitFor(() => expect(saved()).toMatch(/office:value="30"[\s\S]*office:value="34"/), 15_000);
});

/** The CPU time that a program has used so far, in milliseconds. */
function spent(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const ticks = fields.split(' ').slice(11, 13).map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

test('a read uses little CPU time, also for a spreadsheet', async () => {
  // CPU time of this process and of the program, which does not depend on the load of the machine.
  const cost = async (window: ScreenWindow, turns: number) => {
    await programs.tree({ windows: [window] });
    const [theirs, ours] = [spent(window.pid ?? 0), process.cpuUsage()];
    for (let turn = 0; turn < turns; turn += 1) await programs.tree({ windows: [window] });
    const { user, system } = process.cpuUsage(ours);
    return (spent(window.pid ?? 0) - theirs + (user + system) / 1000) / turns;
  };
  expect(await cost(await windowNamed(desk, 'galculator'), 10)).toBeLessThan(40);
  expect(await cost(await windowNamed(desk, 'sums.fods'), 5)).toBeLessThan(400);
});

test('names a program that hangs and reads the others', async () => {
  const [small, other] = await Promise.all([windowNamed(desk, 'galculator'), windowNamed(desk, 'Thunar')]);
  process.kill(small.pid ?? 0, 'SIGSTOP');
  try {
    const tree = await programs.tree({ windows: [{ ...small, app: 'galculator' }, other] });
    expect(tree.incomplete).toBe('galculator did not respond within 2000 ms');
    expect(tree.nodes.map((node) => node.name)).toContain('Open Parent');
    const begun = performance.now();
    const again = await programs.tree({ windows: [{ ...small, app: 'galculator' }] });
    expect(again.incomplete).toContain('galculator did not respond');
    expect(performance.now() - begun, 'nobody is held up twice').toBeLessThan(1_900);
  } finally {
    process.kill(small.pid ?? 0, 'SIGCONT');
  }
  const seen = async () => (await programs.tree({ windows: [small] })).nodes.map(({ name }) => name);
  await expect.poll(seen, { timeout: 20_000 }).toContain('7');
});

test('reports at once that the desktop is gone', async () => {
  const window = await windowNamed(desk, 'galculator');
  const node = await nodeIn(window, named('7', 'Button'));
  await desk.close();
  for (const work of [
    () => programs.tree({ windows: [window] }),
    () => programs.click(node),
    () => programs.chooseMenuItem(['File'], window),
    () => programs.readText(node),
  ])
    await expect(work()).rejects.toMatchObject({ name: 'HandrailError', code: 'display_died' });
});
