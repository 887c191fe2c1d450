import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Runner } from '../exec/runner.js';

/** How large the screen is now. Throws `display_died` when it does not answer. */
export async function screenSize(runner: Runner, display: string, signal?: AbortSignal): Promise<Size> {
  const { stdout, stderr } = await runner.run({ args: ['xdotool', 'getdisplaygeometry'], deadlineMs: 5_000 }, signal);
  const [, width, height] = /^(\d+) (\d+)/.exec(stdout.toString('utf8')) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const [why = ''] = stderr.trim().split('\n');
  throw new HandrailError(
    'display_died',
    `No display answers in the container (${why || 'no answer'}). Check X11 display ${display} is running.`,
    /authori[sz]ation/i.test(why)
      ? 'It runs and wants a cookie: name its file when the container is made, docker run -e XAUTHORITY=FILE.'
      : `Start one there, for example: Xvfb ${display} -screen 0 1440x900x24, or use handrail container up.`,
  );
}
