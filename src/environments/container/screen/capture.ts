import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Pixels } from '../../screen/screen.js';
import type { Runner } from '../exec/runner.js';
import { badCapture } from './bad-capture.js';
import { decodeScreenshot } from './decode-screenshot.js';
import { captureTools } from './probe-container.js';
import { parseWindowDump } from './window-dump.js';

type CaptureTool = (typeof captureTools)[number];

const captureTimeoutMs = 10_000;

/** For tools that write only to files: uses a private temporary folder and removes it. */
const viaFileScript =
  'd=$(mktemp -d) || exit 1; trap \'rm -rf "$d"\' EXIT; "$@" "$d/picture.png" >&2 && cat "$d/picture.png"';

/** The command with which a tool writes a capture of the screen to standard output. */
function toArguments(tool: CaptureTool, displayName: string, { width, height }: Size): string[] {
  switch (tool) {
    case 'scrot':
      return ['sh', '-c', viaFileScript, 'sh', 'scrot', '--quality', '100'];
    case 'import':
      return ['import', '-display', displayName, '-window', 'root', 'png:-'];
    case 'xwd':
      return ['xwd', '-display', displayName, '-root', '-silent'];
    case 'maim':
      return ['maim', '--hidecursor', '--format=png'];
    case 'gnome-screenshot':
      return ['sh', '-c', viaFileScript, 'sh', 'gnome-screenshot', '-f'];
    case 'ffmpeg': {
      const source = ['-f', 'x11grab', '-draw_mouse', '0', '-video_size', `${width}x${height}`, '-i', displayName];
      return ['ffmpeg', '-loglevel', 'error', ...source, '-frames:v', '1', '-f', 'image2pipe', '-vcodec', 'png', '-'];
    }
  }
}

/** Captures the screen with the first installed tool that works. */
export async function captureScreen(
  runner: Runner,
  programs: ReadonlySet<string>,
  displayName: string,
  screen: Size,
  signal?: AbortSignal,
): Promise<Pixels> {
  let firstError: unknown;
  for (const tool of captureTools.filter((name) => programs.has(name))) {
    try {
      const args = toArguments(tool, displayName, screen);
      const { code, stdout, stderr } = await runner.run({ args, timeoutMs: captureTimeoutMs }, signal);
      if (code !== 0) throw badCapture(`${tool}: ${stderr.trim().split('\n')[0] || 'no error message'}`, displayName);
      return tool === 'xwd'
        ? parseWindowDump(stdout, screen, displayName)
        : await decodeScreenshot(stdout, screen, displayName);
    } catch (error) {
      if (signal?.aborted || !(error instanceof HandrailError) || error.code !== 'bad_picture') throw error;
      firstError ??= error;
    }
  }
  throw firstError ?? badCapture('no capture tool is installed', displayName);
}
