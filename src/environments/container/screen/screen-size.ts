import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Runner } from '../exec/runner.js';

/** The current size of the screen. Throws `display_died` when the display does not answer. */
export async function readScreenSize(runner: Runner, displayName: string, signal?: AbortSignal): Promise<Size> {
  const { stdout, stderr } = await runner.run({ args: ['xdotool', 'getdisplaygeometry'], timeoutMs: 5_000 }, signal);
  const [, width, height] = /^(\d+) (\d+)/.exec(stdout.toString('utf8')) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const reason = stderr.trim().split('\n')[0] || 'no response';
  throw new HandrailError(
    'display_died',
    `No display responds in the container (${reason}). Check X11 display ${displayName} is running.`,
    /authori[sz]ation/i.test(reason)
      ? 'It needs a cookie: pass the cookie file when you create the container, docker run -e XAUTHORITY=FILE.'
      : `Start one in it, for example: Xvfb ${displayName} -screen 0 1440x900x24, or use handrail container up.`,
  );
}
