import { readFileSync } from 'node:fs';
import { HandrailError } from '../../../core/errors.js';

const example = 'Say what is to be done: handrail run "Search for mug" --url https://shop.example';

/** The task from the words, from a file, or from standard input when the only word is `-`. */
export async function readTask(words: readonly string[], file: string | undefined): Promise<string> {
  if (file !== undefined && words.length > 0)
    throw new HandrailError('invalid_option', 'The task is given twice.', 'Give words or --file, not both.');
  const task = file !== undefined ? readFile(file) : words.join(' ') === '-' ? await readInput() : words.join(' ');
  if (task.trim() === '') throw new HandrailError('invalid_option', 'There is no task.', example);
  return task.trim();
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError('bad_path', `The task cannot be read: ${why}.`, 'Give the path of a text file.');
  }
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
