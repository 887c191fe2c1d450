import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Pixels } from '../../screen/screen.js';
import type { Runner } from '../exec/runner.js';
import { checkPicture } from './check-picture.js';
import { captureTools } from './probe-container.js';
import { readWindowDump } from './window-dump.js';

type Tool = (typeof captureTools)[number];

const captureMs = 10_000;

/** For programs that write to a file only: a folder that nobody else has or can reach into, gone again with the command. */
const byFile = 'd=$(mktemp -d) || exit 1; trap \'rm -rf "$d"\' EXIT; "$@" "$d/picture.png" >&2 && cat "$d/picture.png"';

/** How each program is told to write a picture of the whole screen to its standard output. */
function argumentsOf(tool: Tool, display: string, { width, height }: Size): string[] {
  switch (tool) {
    case 'scrot':
      return ['sh', '-c', byFile, 'sh', 'scrot', '--quality', '100'];
    case 'import':
      return ['import', '-display', display, '-window', 'root', 'png:-'];
    case 'xwd':
      return ['xwd', '-display', display, '-root', '-silent'];
    case 'maim':
      return ['maim', '--hidecursor', '--format=png'];
    case 'gnome-screenshot':
      return ['sh', '-c', byFile, 'sh', 'gnome-screenshot', '-f'];
    case 'ffmpeg': {
      const from = ['-f', 'x11grab', '-draw_mouse', '0', '-video_size', `${width}x${height}`, '-i', display];
      return ['ffmpeg', '-loglevel', 'error', ...from, '-frames:v', '1', '-f', 'image2pipe', '-vcodec', 'png', '-'];
    }
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
    try {
      const ran = await runner.run({ args: argumentsOf(tool, display, screen), deadlineMs: captureMs }, signal);
      if (ran.code !== 0) throw failed(tool, ran.stderr, display);
      return tool === 'xwd'
        ? readWindowDump(ran.stdout, screen, display)
        : await checkPicture(ran.stdout, screen, display);
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
