import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rect } from '../../../src/core/geometry.js';
import type { Action, Outcome, Session } from '../../../src/index.js';
import { looks } from '../../support/looks.js';

/** A program of one toolkit with a field and other controls. It logs every value that they store. */
export interface Fixture {
  command: string[];
  /** Waits until its window is ready. */
  ready(): Promise<void>;
  /** The values that a control stored, in order. */
  stored(widget: string): unknown[];
  /** Waits until the last stored value fits, at most 5 s. Returns the last stored value. */
  lastStored(widget: string, fits: (value: unknown) => boolean): Promise<unknown>;
  remove(): void;
}

const path = (name: string) => fileURLToPath(new URL(`../../fixtures/toolkits/${name}`, import.meta.url));

export const commands = {
  tk: ['/usr/bin/python3', path('tk.py')],
  qt: ['/usr/bin/python3', path('qt.py')],
  gtk4: ['/usr/bin/python3', path('gtk4.py')],
  swing: ['java', path('Swing.java')],
} satisfies Record<string, string[]>;

export type Toolkit = keyof typeof commands;

export function createFixture(toolkit: Toolkit): Fixture {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-toolkit-'));
  const file = join(folder, 'log');
  const read = (): { widget: string; value: unknown }[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : [];
  const stored = (widget: string) => read().flatMap((one) => (one.widget === widget ? [one.value] : []));
  const lastStored: Fixture['lastStored'] = async (widget, fits) => {
    for await (const _ of looks(5_000, 20)) if (fits(stored(widget).at(-1))) break;
    return stored(widget).at(-1);
  };
  return {
    command: [...commands[toolkit], file],
    async ready() {
      for await (const _ of looks(30_000, 50)) if (stored('ready').length > 0) return;
      throw new Error(`${toolkit}: the program did not start`);
    },
    stored,
    lastStored,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Performs an action that must not fail. */
export async function perform(session: Session, action: Action): Promise<Outcome> {
  const outcome = await session.perform(action);
  if (outcome.error) throw new Error(`${JSON.stringify(action)}: ${JSON.stringify(outcome.error)}`);
  return outcome;
}

/** The place of the first element that matches. */
export async function boundsOf(session: Session, isIt: (name: string, role: string) => boolean): Promise<Rect> {
  const { elements, text } = await session.observe();
  const found = elements.find(({ name, role }) => isIt(name, role));
  if (!found) throw new Error(`Not on the screen:\n${text}`);
  return found.bounds;
}
