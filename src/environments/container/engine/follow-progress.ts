import type { Readable } from 'node:stream';
import { cancelled } from '../../../core/deadline.js';

interface Line {
  stream?: string;
  status?: string;
  error?: string;
}

/** What a builder writes to the second stream, it paints red. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const colours = /\x1b\[[0-9;]*m/g;

/** Reads what the engine says while it builds, pulls or imports. Rejects with the error that it tells there. */
export async function followProgress(
  stream: NodeJS.ReadableStream,
  onLine: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  // A response of the engine, which Node's own types know as a Readable.
  const source = stream as Readable;
  const stop = () => source.destroy(signal ? cancelled(signal) : undefined);
  signal?.addEventListener('abort', stop, { once: true });
  let rest = '';
  try {
    for await (const chunk of source) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line, onLine);
    }
    take(rest, onLine);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function take(text: string, onLine: (text: string) => void): void {
  if (text.trim() === '') return;
  const line: Line = JSON.parse(text);
  if (line.error !== undefined) throw new Error(line.error);
  const said = (line.stream ?? line.status ?? '').replace(colours, '').trim();
  if (said !== '') onLine(said);
}
