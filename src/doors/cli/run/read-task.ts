import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { HandrailError, messageOf } from '../../../core/errors.js';

const hint = 'State the task: handrail run "Search for mug" --url https://shop.example';

/** The task from the arguments, from a file, or from standard input if the only argument is `-`. */
export async function readTask(args: readonly string[], file: string | undefined): Promise<string> {
  if (file !== undefined && args.length > 0)
    throw new HandrailError('invalid_option', 'The task is given twice.', 'Use arguments or --file, not both.');
  const text = args.join(' ');
  const task = file !== undefined ? readFile(file) : text === '-' ? await readInput() : text;
  if (task.trim() === '') throw new HandrailError('invalid_option', 'The task is empty.', hint);
  return task.trim();
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new HandrailError(
      'bad_path',
      `The task cannot be read: ${messageOf(error)}.`,
      'Use the path of a text file.',
    );
  }
}

function readInput(): Promise<string> {
  return readAll(process.stdin);
}
