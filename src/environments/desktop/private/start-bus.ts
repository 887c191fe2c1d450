import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { firstLine } from './first-line.js';

const startMs = 5_000;

/** Starts a message bus for the programs of one desktop. */
export async function startBus(
  path: string,
  { folder, env }: { folder: string; env: Record<string, string> },
  signal?: AbortSignal,
): Promise<{ address: string; program: StartedProgram }> {
  const program = startProgram(
    path,
    ['--session', '--nofork', '--nopidfile', `--address=${busAddress(folder)}`, '--print-address=1'],
    { env, outputs: [1] },
  );
  const output = program.child.stdout as Readable; // a pipe, by `outputs`
  return { address: await firstLine(output, program, 'The message bus (dbus-daemon)', startMs, signal), program };
}

/** Where the bus of a private desktop listens. */
export function busAddress(folder: string): string {
  return `unix:path=${escaped(join(folder, 'bus'))}`;
}

/** As addresses of buses are written: everything but a few characters by its number. */
function escaped(path: string): string {
  const bytes = [...Buffer.from(path)];
  return bytes
    .map((byte) => String.fromCharCode(byte))
    .map((character) =>
      /[-\w/.*]/.test(character) ? character : `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .join('');
}
