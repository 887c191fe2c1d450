import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { childEnvironment } from '../../../processes/child-environment.js';
import { findProgram } from '../../../processes/find-program.js';
import type { Runner } from '../../exec/runner.js';

/** How tesseract segments a picture: as one block of lines, or as scattered text. Each finds texts that the other misses. */
export type PageSegmentation = 'lines' | 'sparse';

/** Runs tesseract on a picture, and returns its table of words (TSV). */
export type Ocr = (png: Buffer, segmentation: PageSegmentation, signal?: AbortSignal) => Promise<string>;

const segmentationModes: Record<PageSegmentation, string> = { lines: '6', sparse: '11' };
/** Threads of tesseract busy-wait for each other, so one thread is faster on a busy machine. */
const threadLimit = { OMP_THREAD_LIMIT: '1' };
const timeoutMs = 20_000;

/** OCR with tesseract in the container, or else on this machine. */
export async function findOcr(runner: Runner, programs: ReadonlySet<string>): Promise<Ocr | undefined> {
  if (programs.has('tesseract')) return createContainerOcr(runner);
  return findProgram('tesseract', process.env.PATH) ? runLocalOcr : undefined;
}

function toArguments(segmentation: PageSegmentation): string[] {
  const mode = segmentationModes[segmentation];
  return ['stdin', 'stdout', '--psm', mode, '--dpi', '192', '-c', 'tessedit_create_tsv=1'];
}

function createContainerOcr(runner: Runner): Ocr {
  return async (png, segmentation, signal) => {
    const variables = Object.entries(threadLimit).map(([name, value]) => `${name}=${value}`);
    const args = ['env', ...variables, 'tesseract', ...toArguments(segmentation)];
    return (await runner.run({ args, input: png, timeoutMs }, signal)).stdout.toString('utf8');
  };
}

const runLocalOcr: Ocr = (png, segmentation, signal) =>
  new Promise((resolve, reject) => {
    const env = { ...childEnvironment(tmpdir()), ...threadLimit };
    const options = { env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024, signal };
    const child = execFile('tesseract', toArguments(segmentation), options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    child.stdin?.on('error', () => undefined); // tesseract ended early; its exit code is reported
    child.stdin?.end(png);
  });
