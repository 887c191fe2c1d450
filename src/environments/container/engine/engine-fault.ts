import { HandrailError } from '../../../core/errors.js';

/** What a question to the engine was about. */
export interface Subject {
  container?: string;
  image?: string;
}

/** What the engine answered, or why it did not, in one line. */
export function engineFault(error: unknown, place: string, subject: Subject = {}): HandrailError {
  if (error instanceof HandrailError) return error.code === 'deadline' ? slow(error, place) : error;
  const code = fieldOf(error, 'code');
  const said = firstLine(error);
  const fault = (...parts: ConstructorParameters<typeof HandrailError>) =>
    new HandrailError(parts[0], parts[1], parts[2], { cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return fault(
      'docker_unreachable',
      `You may not use the Docker engine at ${place}.`,
      'Add yourself to its group (sudo usermod -aG docker "$USER", then log in again), or name another engine with DOCKER_HOST.',
    );
  if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ECONNRESET' || code === 'EPIPE')
    return fault(
      'docker_unreachable',
      `No Docker engine answers at ${place}: is dockerd running?`,
      'Start it: sudo systemctl start docker (or: sudo dockerd). Another engine: DOCKER_HOST=unix:///path/to/docker.sock.',
    );
  const status = fieldOf(error, 'statusCode');
  const { container, image } = subject;
  if (/port is already allocated|address already in use/i.test(said))
    return fault('port_taken', `${portOf(said)} is taken by something else.`, 'Free it, or choose another port.');
  if (/name .* is already in use by container/i.test(said))
    return fault(
      'invalid_option',
      `There is a container '${container ?? 'of that name'}' already.`,
      'Choose another name, or use that one: handrail container list.',
    );
  const cpus = /range of cpus is from ([\d.]+) to ([\d.]+)/i.exec(said);
  if (cpus)
    return fault(
      'invalid_option',
      `This machine has no such number of processors.`,
      `Give from ${cpus[1]} to ${cpus[2]}.`,
    );
  if (/no such image/i.test(said) || (status === 404 && image !== undefined && container === undefined))
    return fault(
      'image_missing',
      `There is no image '${image ?? 'of that name'}'.`,
      'Build the desktop image: handrail container up.',
    );
  if (/no such container/i.test(said) || (status === 404 && container !== undefined))
    return fault(
      'container_missing',
      `Docker container '${container ?? ''}' not found. Please create it first.`,
      `Make one: handrail container up ${container ?? ''}`.trim(),
    );
  if (/is paused/i.test(said))
    return fault(
      'container_stopped',
      `The container '${container ?? ''}' is paused.`,
      `docker unpause ${container ?? ''}`,
    );
  if (/is not running|container stopped/i.test(said))
    return fault(
      'container_stopped',
      `The container '${container ?? ''}' is not running.`,
      `docker start ${container ?? ''}`,
    );
  return fault(
    'docker_unreachable',
    `The Docker engine at ${place} refused: ${said}.`,
    'Look whether it is well: docker info.',
  );
}

function slow(error: HandrailError, place: string): HandrailError {
  return new HandrailError(
    'docker_unreachable',
    `The Docker engine at ${place} does not answer: ${error.message}`,
    'Look whether it is well: docker info. Restart it if not: sudo systemctl restart docker.',
    { cause: error },
  );
}

function fieldOf(error: unknown, name: 'code' | 'statusCode'): unknown {
  return typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ''] = text.replace(/^\(HTTP code \d+\) /, '').split('\n');
  return line.trim().replace(/\.$/, '').slice(0, 300);
}

function portOf(said: string): string {
  const port = /:(\d+)(?=[^\d]*(?:failed|: bind|$))/.exec(said)?.[1];
  return port ? `Port ${port}` : 'A port';
}
