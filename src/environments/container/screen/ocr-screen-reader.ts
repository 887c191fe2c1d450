import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Pixels, ScreenNode, ScreenReader, ScreenWindow, Tree } from '../../screen/screen.js';
import type { Runner } from '../exec/runner.js';
import { evenPicture } from './normalize-contrast.js';
import { textReader } from './recognize-text.js';

/** Letters of programs are small for a reader of printed pages. */
const enlarge = 2;
const readMs = 20_000;

/** Runs tesseract over a picture and gives back its table of words. */
export type Reader = (png: Buffer, way: string, signal?: AbortSignal) => Promise<string>;

/** As lines of one page, and as words that stand anywhere, in whatever colours: each finds some that the other does not. */
const ways = { lines: '6', anywhere: '11' };
/** Its threads wait for each other by spinning: with one it takes a fraction of the time where others work, too. */
const oneThread = { OMP_THREAD_LIMIT: '1' };
const optionsOf = (way: string) => ['stdin', 'stdout', '--psm', way, '--dpi', '192', '-c', 'tessedit_create_tsv=1'];

export function readerInside(runner: Runner): Reader {
  return async (png, way, signal) => {
    const threads = Object.entries(oneThread).map(([name, value]) => `${name}=${value}`);
    const command = { args: ['env', ...threads, 'tesseract', ...optionsOf(way)], input: png, deadlineMs: readMs };
    return (await runner.run(command, signal)).stdout.toString('utf8');
  };
}

export function readerHere(): Reader {
  return (png, way, signal) =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, ...oneThread };
      const limits = { env, timeout: readMs, maxBuffer: 64 * 1024 * 1024, ...(signal ? { signal } : {}) };
      const child = execFile('tesseract', optionsOf(way), limits, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
      child.stdin?.on('error', () => undefined); // it ended early: the exit code tells
      child.stdin?.end(png);
    });
}

/** Eyes that find words in the picture where programs do not tell what they show. */
export function textEyes(eyes: ScreenReader, read: Reader): ScreenReader {
  const understand = textReader();
  let last: { print: string; nodes: ScreenNode[] } | undefined;

  async function nodesOf(
    pixels: Pixels,
    windows: readonly ScreenWindow[],
    signal?: AbortSignal,
  ): Promise<ScreenNode[]> {
    const places = windows.map(({ id, bounds }) => [id, bounds]);
    const print = createHash('sha1').update(pixels.data).update(JSON.stringify(places)).digest('hex');
    if (last?.print === print) return last.nodes;
    const { default: sharp } = await import('sharp');
    const { width, height, data } = pixels;
    // Green alone: the order of the others differs from screen to screen, and the fourth byte has no meaning.
    const grey = Buffer.alloc(width * height);
    for (let at = 0; at < grey.length; at += 1) grey[at] = data[at * 4 + 1] ?? 0;
    const enlarged = (picture: Buffer): Promise<Buffer> =>
      sharp(picture, { raw: { width, height, channels: 1 } })
        .resize(width * enlarge, height * enlarge)
        .png({ compressionLevel: 1 })
        .toBuffer();
    const tables = await Promise.all([
      enlarged(grey).then((png) => read(png, ways.lines, signal)),
      enlarged(evenPicture(grey, pixels)).then((png) => read(png, ways.anywhere, signal)),
    ]);
    const nodes = understand(tables, windows, enlarge);
    last = { print, nodes };
    return nodes;
  }

  return {
    ...eyes,
    async tree(request, signal): Promise<Tree> {
      const all = await nodesOf(await eyes.pixels(signal), request.windows, signal);
      const words = request.find?.toLowerCase();
      const nodes = words === undefined ? all : all.filter(({ name }) => name.toLowerCase().includes(words));
      return { nodes: request.inside ? [] : nodes, dropped: 0 };
    },
  };
}
