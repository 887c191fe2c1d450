import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { readFirstLine } from './read-first-line.js';

export interface Display {
  /** ':5'. */
  name: string;
  program: StartedProgram;
}

const maxStartMs = 10_000;
/** The file descriptor on which Xvfb writes its display number. */
const displayDescriptor = 3;

/** Starts Xvfb on the first free display number. Only clients with the cookie can connect. */
export async function startDisplay(
  path: string,
  { size, folder, authority, env }: { size: Size; folder: string; authority: string; env: Record<string, string> },
  signal?: AbortSignal,
): Promise<Display> {
  const screen = `${size.width}x${size.height}x24`;
  const program = startProgram(
    path,
    [
      ...['-displayfd', String(displayDescriptor), '-screen', '0', screen, '-dpi', '96', '-auth', authority],
      ...['-nolisten', 'tcp', '-noreset', '-s', '0'],
    ],
    { env, outputs: [displayDescriptor] },
  );
  const pipe = program.child.stdio[displayDescriptor] as Readable; // a pipe, by `outputs`
  const number = Number(await readFirstLine(pipe, program, 'The display (Xvfb)', maxStartMs, signal));
  if (!Number.isInteger(number))
    throw new HandrailError('desktop_missing', 'Xvfb did not report its display number.', 'Run `handrail doctor`.');
  writeFileSync(join(folder, 'display'), `${number} ${program.pid}\n`);
  return { name: `:${number}`, program };
}
