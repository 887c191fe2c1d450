import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marker } from './processes.mjs';

const inheritedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP'];

/**
 * The environment of a peer's process: its own home folder, no proxy, no settings of the user who runs the benchmark.
 * @param {string} owner
 * @param {string} directory
 */
export function peerEnvironment(owner, directory) {
  const inherited = inheritedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(inherited), HOME: directory, USERPROFILE: directory, ...marker(owner) };
}

/** Creates a temporary folder for everything that a run writes except its results. */
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
