import { findProgram } from '../../processes/find-program.js';
import type { Runner } from '../exec/runner.js';
import { type Reader, readerHere, readerInside } from './ocr-screen-reader.js';

/** What finds words in pictures: tesseract inside, or on this machine. */
export async function findReader(runner: Runner, has: ReadonlySet<string>): Promise<Reader | undefined> {
  if (has.has('tesseract')) return readerInside(runner);
  return findProgram('tesseract', process.env.PATH) ? readerHere() : undefined;
}
