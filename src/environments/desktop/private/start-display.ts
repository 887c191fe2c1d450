import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { type StartedProgram, startProgram } from '../../processes/started-program.js';
import { firstLine } from './first-line.js';

export interface Display {
  /** ':5'. */
  name: string;
  program: StartedProgram;
}

const startMs = 10_000;
const numberAt = 3;

/** Starts an X server without a screen, on the first number that is free, for those only who have the cookie. */
export async function startDisplay(
  path: string,
  { size, folder, authority, env }: { size: Size; folder: string; authority: string; env: Record<string, string> },
  signal?: AbortSignal,
): Promise<Display> {
  const screen = `${size.width}x${size.height}x24`;
  const program = startProgram(
    path,
    [
      ...['-displayfd', String(numberAt), '-screen', '0', screen, '-dpi', '96', '-auth', authority],
      ...['-nolisten', 'tcp', '-noreset', '-s', '0'],
    ],
    { env, outputs: [numberAt] },
  );
  const pipe = program.child.stdio[numberAt] as Readable; // a pipe, by `outputs`
  const number = Number(await firstLine(pipe, program, 'The display (Xvfb)', startMs, signal));
  if (!Number.isInteger(number))
    throw new HandrailError('desktop_missing', 'Xvfb did not say on which number it listens.');
  writeFileSync(join(folder, 'display'), `${number} ${program.pid}\n`);
  return { name: `:${number}`, program };
}
