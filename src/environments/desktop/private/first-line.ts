import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { StartedProgram } from '../../processes/started-program.js';

/** The line that a program says when it is ready. Throws `desktop_missing` when it ends or stays silent instead. */
export async function firstLine(
  from: Readable,
  program: StartedProgram,
  what: string,
  ms: number,
  signal?: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input: from });
  const line = new Promise<string>((resolve) => lines.once('line', resolve));
  const ended = program.ended.then((how) => {
    throw new HandrailError('desktop_missing', `${what} did not start: it ended with ${how}.`, tryIt(program.name));
  });
  try {
    return await within(
      ms,
      `Starting ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
      Promise.race([line, ended]),
      signal,
    );
  } finally {
    lines.close();
    from.resume(); // whatever it says later has nobody to wait for
  }
}

function tryIt(path: string): string {
  return `See what it says itself: \`${path}\`. \`handrail doctor\` tries a whole desktop.`;
}
