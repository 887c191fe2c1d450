import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { Pixels } from '../screen/screen.js';
import { checkPicture } from './check-picture.js';
import { captureTools } from './look-inside.js';
import type { Runner } from './runner.js';
import { readWindowDump } from './window-dump.js';

type Tool = (typeof captureTools)[number];

const file = '/tmp/.handrail-picture.png';
const captureMs = 10_000;

/** How each program is told to write a picture of the whole screen to its standard output, or to a file. */
function argumentsOf(tool: Tool, display: string, { width, height }: Size): { args: string[]; file?: string } {
  switch (tool) {
    case 'scrot':
      return { args: ['scrot', '--overwrite', '--quality', '100', file], file };
    case 'import':
      return { args: ['import', '-display', display, '-window', 'root', 'png:-'] };
    case 'xwd':
      return { args: ['xwd', '-display', display, '-root', '-silent'] };
    case 'maim':
      return { args: ['maim', '--hidecursor', '--format=png'] };
    case 'gnome-screenshot':
      return { args: ['gnome-screenshot', '-f', file], file };
    case 'ffmpeg':
      return {
        args: [
          'ffmpeg',
          '-loglevel',
          'error',
          '-f',
          'x11grab',
          '-draw_mouse',
          '0',
          '-video_size',
          `${width}x${height}`,
        ].concat(['-i', display, '-frames:v', '1', '-f', 'image2pipe', '-vcodec', 'png', '-']),
      };
  }
}

/** A picture of the screen by whatever program the container has; the next one is tried where one fails. */
export async function capture(
  runner: Runner,
  has: ReadonlySet<string>,
  display: string,
  screen: Size,
  signal?: AbortSignal,
): Promise<Pixels> {
  let first: unknown;
  for (const tool of captureTools.filter((name) => has.has(name))) {
    const how = argumentsOf(tool, display, screen);
    try {
      const ran = await runner.run({ args: how.args, deadlineMs: captureMs }, signal);
      if (ran.code !== 0) throw failed(tool, ran.stderr, display);
      const bytes = how.file ? (await runner.run({ args: ['cat', how.file] }, signal)).stdout : ran.stdout;
      if (how.file) await runner.run({ args: ['rm', '-f', how.file] }, signal);
      return tool === 'xwd' ? readWindowDump(bytes, screen, display) : await checkPicture(bytes, screen, display);
    } catch (error) {
      if (signal?.aborted || !(error instanceof HandrailError) || error.code !== 'bad_picture') throw error;
      first ??= error;
    }
  }
  throw first ?? failed('every program', 'there is none', display);
}

function failed(tool: string, said: string, display: string): HandrailError {
  const line = said.trim().split('\n')[0] || 'it said nothing';
  return new HandrailError(
    'bad_picture',
    `Failed to capture screenshot from Docker (${tool}: ${line}). Check X11 display ${display} is running.`,
  );
}
