import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A process of its own that has a seat on a display. */
export async function startHeldSeat(display: string): Promise<ChildProcess> {
  // Beside the packages, because it loads one by its name.
  const outfile = fileURLToPath(new URL(`../../node_modules/.held-seat-${process.pid}.mjs`, import.meta.url));
  const entry = fileURLToPath(new URL('held-seat.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  const child = spawn(process.execPath, [outfile, display], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.once('exit', () => void rm(outfile, { force: true }));
  return child;
}
