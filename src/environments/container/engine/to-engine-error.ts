import { HandrailError, messageOf } from '../../../core/errors.js';

/** What a request to the engine was about. */
export interface EngineSubject {
  container?: string;
  image?: string;
}

const unreachableCodes = new Set<unknown>(['ENOENT', 'ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EPIPE']);

/** Converts an error of the engine, or of the connection to it, into a HandrailError. */
export function toEngineError(error: unknown, endpoint: string, subject: EngineSubject = {}): HandrailError {
  if (error instanceof HandrailError) return error.code === 'deadline' ? notAnswering(error, endpoint) : error;
  const fault = connectionError(error, endpoint) ?? requestError(error, subject);
  if (fault) return new HandrailError(fault.code, fault.message, fault.hint, { cause: error });
  return new HandrailError(
    'docker_unreachable',
    `The Docker engine at ${endpoint} refused: ${firstLine(error)}.`,
    'Check the engine: docker info.',
    { cause: error },
  );
}

function connectionError(error: unknown, endpoint: string): HandrailError | undefined {
  const code = fieldOf(error, 'code');
  if (code === 'EACCES' || code === 'EPERM')
    return new HandrailError(
      'docker_unreachable',
      `You have no permission to use the Docker engine at ${endpoint}.`,
      'Add yourself to its group (sudo usermod -aG docker "$USER", then log in again), or use another engine with DOCKER_HOST.',
    );
  if (unreachableCodes.has(code))
    return new HandrailError(
      'docker_unreachable',
      `No Docker engine responds at ${endpoint}: is dockerd running?`,
      'Start it: sudo systemctl start docker (or: sudo dockerd). Another engine: DOCKER_HOST=unix:///path/to/docker.sock.',
    );
  return undefined;
}

function requestError(error: unknown, { container, image }: EngineSubject): HandrailError | undefined {
  const message = firstLine(error);
  const isNotFound = fieldOf(error, 'statusCode') === 404;
  if (/port is already allocated|address already in use/i.test(message))
    return new HandrailError(
      'port_taken',
      `${describePort(message)} is already in use.`,
      'Free it, or use another port.',
    );
  if (/name .* is already in use by container/i.test(message))
    return new HandrailError(
      'invalid_option',
      `The container '${container ?? 'of that name'}' already exists.`,
      'Choose another name, or use the existing one: handrail container list.',
    );
  const cpus = /range of cpus is from ([\d.]+) to ([\d.]+)/i.exec(message);
  if (cpus)
    return new HandrailError(
      'invalid_option',
      'This machine does not have that many processors.',
      `Use a number from ${cpus[1]} to ${cpus[2]}.`,
    );
  if (/no such image/i.test(message) || (isNotFound && image !== undefined && container === undefined))
    return new HandrailError(
      'image_missing',
      `There is no image '${image ?? 'of that name'}'.`,
      'Build the desktop image: handrail container up.',
    );
  if (/no such container/i.test(message) || (isNotFound && container !== undefined))
    return new HandrailError(
      'container_missing',
      `Docker container '${container ?? ''}' not found. Please create it first.`,
      `Create it: handrail container up ${container ?? ''}`.trim(),
    );
  if (/is paused/i.test(message))
    return new HandrailError(
      'container_stopped',
      `The container '${container ?? ''}' is paused.`,
      `docker unpause ${container ?? ''}`,
    );
  if (/is not running|container stopped/i.test(message))
    return new HandrailError(
      'container_stopped',
      `The container '${container ?? ''}' is not running.`,
      `docker start ${container ?? ''}`,
    );
  return undefined;
}

function notAnswering(error: HandrailError, endpoint: string): HandrailError {
  return new HandrailError(
    'docker_unreachable',
    `The Docker engine at ${endpoint} does not respond: ${error.message}`,
    'Check the engine: docker info. If it hangs, restart it: sudo systemctl restart docker.',
    { cause: error },
  );
}

function fieldOf(error: unknown, name: 'code' | 'statusCode'): unknown {
  return typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
}

function firstLine(error: unknown): string {
  const text = messageOf(error);
  const [line = ''] = text.replace(/^\(HTTP code \d+\) /, '').split('\n');
  return line.trim().replace(/\.$/, '').slice(0, 300);
}

function describePort(message: string): string {
  const port = /:(\d+)(?=[^\d]*(?:failed|: bind|$))/.exec(message)?.[1];
  return port ? `Port ${port}` : 'A port';
}
