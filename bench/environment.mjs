import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marker } from './processes.mjs';

const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP'];

/**
 * What a peer's process gets to see: a home of its own, no proxy, no settings of the person who runs the bench.
 * @param {string} owner
 * @param {string} directory
 */
export function peerEnvironment(owner, directory) {
  const inherited = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(inherited), HOME: directory, USERPROFILE: directory, ...marker(owner) };
}

/** A place for everything that a run writes besides its results; goes away with the run. */
export function makeScratch() {
  const root = mkdtempSync(join(tmpdir(), 'handrail-bench-'));
  return {
    root,
    /** @param {string} name */
    directory(name) {
      const path = join(root, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    remove() {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
