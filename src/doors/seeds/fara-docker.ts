import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const patienceMs = 10_000;
const notYet = 'Handrail has no environment for containers yet: use environment "browser".';

/** Why a task cannot be done on the desktop of a container, as far as that can be seen from here. */
export async function whyNoContainer(name: string): Promise<string> {
  try {
    await promisify(execFile)('docker', ['container', 'inspect', '--format', '{{.State.Status}}', name], {
      timeout: patienceMs,
    });
    return `The Docker container '${name}' is there. ${notYet}`;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !existsSync('/var/run/docker.sock'))
      return `Docker not installed. Install with: https://docs.docker.com/engine/install. ${notYet}`;
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    const why = isMissing ? 'There is no docker command to ask for it.' : said;
    return `Docker container '${name}' not found. Please create it first. ${why ? `(${why}) ` : ''}${notYet}`;
  }
}
