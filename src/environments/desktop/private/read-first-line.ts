import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { StartedProgram } from '../../processes/started-program.js';

/** The first line that a program writes, which means that it is ready. Throws `desktop_missing` when the program ends before. */
export async function readFirstLine(
  output: Readable,
  program: StartedProgram,
  label: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input: output });
  const line = new Promise<string>((resolve) => lines.once('line', resolve));
  const ended = program.ended.then((reason) => {
    throw new HandrailError(
      'desktop_missing',
      `${label} did not start: it ended with ${reason}.`,
      `Run it to see its messages: \`${program.name}\`. \`handrail doctor\` tests a whole desktop.`,
    );
  });
  try {
    return await withTimeout(
      timeoutMs,
      `Starting ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
      Promise.race([line, ended]),
      signal,
    );
  } finally {
    lines.close();
    output.resume(); // later output is discarded
  }
}
