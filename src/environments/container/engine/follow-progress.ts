import type { Readable } from 'node:stream';
import { toCancelledError } from '../../../core/deadline.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: builders colour their error output
const colourCodes = /\x1b\[[0-9;]*m/g;

/** Reads the progress of a build, pull or import. Rejects with the error that the engine reports in it. */
export async function followProgress(
  stream: NodeJS.ReadableStream,
  onLine: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const source = stream as Readable; // an HTTP response
  const stop = () => source.destroy(signal ? toCancelledError(signal) : undefined);
  signal?.addEventListener('abort', stop, { once: true });
  let rest = '';
  try {
    for await (const chunk of source) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) parseLine(line, onLine);
    }
    parseLine(rest, onLine);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function parseLine(text: string, onLine: (text: string) => void): void {
  if (text.trim() === '') return;
  const line: { stream?: string; status?: string; error?: string } = JSON.parse(text);
  if (line.error !== undefined) throw new Error(line.error);
  const message = (line.stream ?? line.status ?? '').replace(colourCodes, '').trim();
  if (message !== '') onLine(message);
}
