import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Served, servePages } from '../support/serve.js';
import { pages } from './pages.js';
import { createShells } from './shell.js';

export let site: Served;
export let shells: ReturnType<typeof createShells>;

/** Serves the pages for all tests of the file, and ends the shells of each test. */
export function useShells(): void {
  beforeAll(async () => {
    site = await servePages(pages);
    shells = createShells();
  });
  afterEach(() => shells.endAll());
  afterAll(() => site.close());
}
