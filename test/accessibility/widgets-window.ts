import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Accessibility } from '../../src/environments/accessibility/accessibility.js';
import { dialBus } from '../../src/environments/accessibility/dbus/dial-bus.js';
import { openAccessibility } from '../../src/environments/accessibility/open-accessibility.js';
import type { ScreenNode, ScreenWindow } from '../../src/environments/screen/screen.js';
import { openPrivateDesk, type PrivateDesk, windowNamed } from '../support/private-desk.js';

export const program = fileURLToPath(new URL('../fixtures/widgets.py', import.meta.url));

export let desk: PrivateDesk;

export let programs: Accessibility;

export let window: ScreenWindow;

let logFile: string;

interface Entry {
  event: string;
  widget?: string;
  value?: unknown;
  active?: boolean;
  x?: number;
  y?: number;
}

/** The log of the program itself. */
export function log(): Entry[] {
  if (!existsSync(logFile)) return [];
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export async function logged(wanted: Entry, from = 0): Promise<void> {
  await vi.waitFor(() => expect(log().slice(from)).toContainEqual(wanted), { timeout: 15_000, interval: 20 });
}

export async function nodes(): Promise<ScreenNode[]> {
  return (await programs.tree({ windows: [window] })).nodes;
}

export async function node(name: string, role?: string): Promise<ScreenNode> {
  const all = await nodes();
  const found = all.find((one) => one.name === name && (role === undefined || one.role === role));
  if (!found) throw new Error(`No "${name}" among ${all.map((one) => `${one.role} "${one.name}"`).join(', ')}`);
  return found;
}

/** Starts a desktop with the program, and closes it after the tests of the file. */
export function useWidgets(): void {
  beforeAll(async () => {
    desk = await openPrivateDesk();
    programs = await openAccessibility({ bus: desk.bus, dial: dialBus, uid: process.getuid?.() ?? 0 });
    logFile = join(desk.home, 'widgets.log');
    const child = desk.start('/usr/bin/python3', program, logFile, 'Widgets', '300', '60');
    const died = new Promise<never>((_, reject) =>
      child.once('exit', (code) =>
        reject(new Error(`widgets.py ended with ${code}: apt install python3-gi gir1.2-gtk-3.0`)),
      ),
    );
    died.catch(() => undefined);
    window = await Promise.race([windowNamed(desk, 'Widgets'), died]);
    await logged({ event: 'ready' });
    window = await windowNamed(desk, 'Widgets');
  });
  afterAll(async () => {
    await programs?.close();
    await desk?.close();
  });
}
