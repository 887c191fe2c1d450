import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSession, type Session } from '../../../src/index.js';
import { boundsOf, createFixture, type Fixture, perform, type Toolkit } from './fixture.js';
import { openTypedPage } from './typed-page.js';

// A private desktop has no user, so its own pointer and keyboard are used. Programs understand those in every state.
const text = 'Zoë "A" (B) x@Y';
const startMs = 60_000;
let session: Session | undefined;
let fixture: Fixture | undefined;

afterEach(async () => {
  await session?.close();
  fixture?.remove();
});

async function start(toolkit: Toolkit): Promise<{ session: Session; fixture: Fixture }> {
  fixture = createFixture(toolkit);
  session = await openSession({ policy: 'open', environment: 'desktop', launch: [fixture.command] });
  await fixture.ready();
  return { session, fixture };
}

const click = (one: Session, x: number, y: number, count: 1 | 2 = 1) =>
  perform(one, { type: 'click', target: { x, y }, count });

test(
  'Qt receives Shift and AltGr with the keys of a cell',
  async () => {
    const { session: one, fixture: qt } = await start('qt');
    const cell = await boundsOf(one, (name) => name === 'r0c0');
    await click(one, cell.x + 20, cell.y + 10, 2);
    await perform(one, { type: 'key', keys: 'ctrl+a' });
    await perform(one, { type: 'type', text: `${text}\n` });
    expect(await qt.lastStored('cell 0 0', (value) => value === text)).toBe(text);
  },
  startMs,
);

test(
  'a Tk menu opens and closes, and the program still takes keys',
  async () => {
    const { session: one, fixture: tk } = await start('tk');
    const { x, y } = await boundsOf(one, (name) => name === 'Tk fixture');
    for (const count of [1, 2]) {
      await click(one, x + 20, y + 10);
      await click(one, x + 30, y + 38);
      expect(await tk.lastStored('menu', () => tk.stored('menu').length === count)).toBe('chosen');
    }
    await click(one, x + 200, y + 55);
    await perform(one, { type: 'type', text });
    expect(await tk.lastStored('field', (value) => value === text)).toBe(text);
    // A menu that is open does not keep the keys after it is closed.
    await click(one, x + 20, y + 10);
    await perform(one, { type: 'key', keys: 'Escape' });
    await perform(one, { type: 'type', text: '!' });
    expect(await tk.lastStored('field', (value) => value === `${text}!`)).toBe(`${text}!`);
  },
  startMs,
);

test(
  'a Swing combo box opens and closes, and the program still takes keys',
  async () => {
    const { session: one, fixture: swing } = await start('swing');
    const { x, y } = await boundsOf(one, (name) => name === 'Swing fixture');
    await click(one, x + 100, y + 35);
    await perform(one, { type: 'key', keys: 'ArrowDown Enter' });
    expect(await swing.lastStored('combo', (value) => value === 'Pear')).toBe('Pear');
    await click(one, x + 100, y + 35);
    await perform(one, { type: 'key', keys: 'Escape' });
    await click(one, x + 100, y + 10);
    await perform(one, { type: 'type', text });
    expect(await swing.lastStored('field', (value) => value === text)).toBe(text);
  },
  startMs,
);

test(
  'Chromium takes text and keys',
  async () => {
    const profile = mkdtempSync(join(tmpdir(), 'handrail-chromium-'));
    const page = await openTypedPage(profile);
    try {
      session = await openSession({ policy: 'open', environment: 'desktop', launch: [page.command] });
      await expect.poll(async () => (await session?.observe())?.title, { timeout: 20_000 }).toContain('Typed');
      await click(session, 640, 400);
      await perform(session, { type: 'type', text });
      await perform(session, { type: 'key', keys: 'Shift+ArrowLeft' });
      await perform(session, { type: 'key', keys: 'Delete' });
      await expect.poll(page.content).toBe(text.slice(0, -1));
      await session.close();
    } finally {
      page.close();
      rmSync(profile, { recursive: true, force: true });
    }
  },
  startMs,
);
