import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ErrorCode, type Fault, joinSentences } from '../../core/errors.js';
import type { FaraEnvironmentConfig } from './fara-options.js';

/** The defaults of the tool. */
export const defaultContainer = { container_name: 'cua-container', display: ':99' } as const;

const notInstalled = 'Docker not installed.';
const installHint = 'Install it: https://docs.docker.com/engine/install';
/** An engine that is installed but does not respond cannot be used, either. */
const notUsable = 'Docker not installed or not running.';

const screenFaults: ReadonlySet<string> = new Set([
  'display_died',
  'desktop_missing',
  'bad_picture',
  'program_missing',
] satisfies ErrorCode[]);

/** Describes a fault of the container in the wording of the original tool. Undefined for other faults. */
export function describeContainerFault(
  { code, message }: Fault,
  reason: string,
  config: FaraEnvironmentConfig | null | undefined,
): string | undefined {
  if (code === 'docker_missing' || code === 'docker_unreachable')
    // The hint of the fault tells how to start an engine, which is missing here.
    return isDockerInstalled() ? joinSentences(notUsable, reason) : joinSentences(notInstalled, message, installHint);
  if (code === 'container_missing') {
    const name = config?.container_name ?? defaultContainer.container_name;
    const rest = reason.replace(/^Docker container '.*?' not found\. Please create it first\. */, '');
    return `Docker container not found: '${name}'. Create the Docker container first. ${rest}`.trim();
  }
  // Without xdotool the screen is still visible.
  const isScreenFault = screenFaults.has(code) && !/\bxdotool\b/.test(reason);
  return isScreenFault ? describeMissingScreenshot(config, reason) : undefined;
}

/** The error if the container gives no screenshot. */
export function describeMissingScreenshot(config: FaraEnvironmentConfig | null | undefined, reason: string): string {
  const advice = `Check X11 display ${config?.display ?? defaultContainer.display} is running.`;
  const rest = reason.replace(advice, '').replace(/\s+/g, ' ');
  return `Failed to capture screenshot from Docker. ${advice} ${rest}`.trim();
}

/** An engine that does not respond may still be installed. */
function isDockerInstalled(): boolean {
  const { DOCKER_HOST = 'unix:///var/run/docker.sock', PATH = '' } = process.env;
  const [, socket] = /^unix:\/\/(.+)$/.exec(DOCKER_HOST) ?? [];
  if (socket === undefined || existsSync(socket)) return true;
  return PATH.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, 'docker')));
}
