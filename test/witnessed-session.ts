import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { ElementId } from '../src/core/element.js';
import type { ElementIds } from '../src/environments/browser/element-ids.js';
import { acquireBrowser, type BrowserLease } from '../src/environments/browser/launch/acquire-browser.js';
import { type BrowserSession, openSession, type SessionOptions } from '../src/session/open-session.js';
import { witnessPage } from './support/witness-page.js';

const made: ElementIds[] = [];

vi.mock('../src/environments/browser/element-ids.js', async (original) => {
  const real = await original<typeof import('../src/environments/browser/element-ids.js')>();
  const createElementIds = () => {
    const ids = real.createElementIds();
    made.push(ids);
    return ids;
  };
  return { ...real, createElementIds };
});

/** A session, and the page it drives as an outsider sees it. */
export interface WitnessedSession {
  session: BrowserSession;
  page: Page;
  /** Which node an element stands for: the key of its document and its number there. */
  placeOf(id: ElementId): string;
  close(): Promise<void>;
}

export async function openWitnessed(options: SessionOptions = {}): Promise<WitnessedSession> {
  const lease: BrowserLease = await acquireBrowser({});
  const { result: session, page } = await witnessPage(lease, () => openSession(options));
  const ids = made.at(-1);
  if (!ids) throw new Error('The session created no element ids.');
  return {
    session,
    page,
    placeOf(id) {
      const place = ids.locationOf(id);
      return place ? `${place.document}/${place.number}` : 'nowhere';
    },
    async close() {
      await session.close();
      await lease.release();
    },
  };
}
