import { createRequire } from 'node:module';

/** Loads playwright-core as CommonJS. As an ES module, Node would first scan its bundle of 7 MB for exports (130 ms). */
export function loadPlaywright(): typeof import('playwright-core') {
  return createRequire(import.meta.url)('playwright-core');
}
