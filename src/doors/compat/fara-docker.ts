import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Fault } from '../../core/errors.js';
import type { FaraEnvironmentConfig } from './fara-options.js';

/** The container and the display that are meant when none are named. */
export const usualContainer = { container_name: 'cua-container', display: ':99' } as const;

const install =
  'Docker not installed. Install with: https://docs.docker.com/engine/install (on Debian: sudo apt install docker.io).';

const unseen: ReadonlySet<string> = new Set(['display_died', 'desktop_missing', 'bad_picture', 'program_missing']);

/** What kept a container from being used, in the tool's own words with ours behind them; nothing when it was something else. */
export function containerTrouble(
  { code }: Fault,
  why: string,
  config: FaraEnvironmentConfig | null | undefined,
): string | undefined {
  if (code === 'docker_missing' || (code === 'docker_unreachable' && !hasDocker())) return `${install} ${why}`;
  if (code === 'container_missing') {
    const sentence = `Docker container '${config?.container_name ?? usualContainer.container_name}' not found. Please create it first.`;
    return why.startsWith(sentence) ? why : `${sentence} ${why}`;
  }
  // Without xdotool the screen could be seen.
  const isUnseen = unseen.has(code) && !/ lacks xdotool\./.test(why);
  return isUnseen ? noPicture(config, why) : undefined;
}

/** The screen of the container cannot be seen. */
export function noPicture(config: FaraEnvironmentConfig | null | undefined, why: string): string {
  const advice = `Check X11 display ${config?.display ?? usualContainer.display} is running.`;
  return `Failed to capture screenshot from Docker. ${advice} ${why.replace(advice, '').replace(/\s+/g, ' ')}`.trim();
}

/** An engine that does not answer may be there all the same: then it is not for want of installing. */
function hasDocker(): boolean {
  const { DOCKER_HOST = 'unix:///var/run/docker.sock', PATH = '' } = process.env;
  const [, socket] = /^unix:\/\/(.+)$/.exec(DOCKER_HOST) ?? [];
  if (socket === undefined || existsSync(socket)) return true;
  return PATH.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, 'docker')));
}
