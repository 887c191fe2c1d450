import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { readFirstLine } from './read-first-line.js';

const maxStartMs = 5_000;

/** Starts the session bus of a desktop. */
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
  return {
    address: await readFirstLine(output, program, 'The message bus (dbus-daemon)', maxStartMs, signal),
    program,
  };
}

/** The bus address of a private desktop. */
export function busAddress(folder: string): string {
  return `unix:path=${escapePath(join(folder, 'bus'))}`;
}

/** Percent-encodes a path as D-Bus addresses require. */
function escapePath(path: string): string {
  const bytes = [...Buffer.from(path)];
  return bytes
    .map((byte) => String.fromCharCode(byte))
    .map((character) =>
      /[-\w/.*]/.test(character) ? character : `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .join('');
}
