import type Docker from 'dockerode';
import { toCancelledError, withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { type EngineSubject, toEngineError } from './to-engine-error.js';

export interface EngineRequest extends EngineSubject {
  /** For error messages: 'Starting the container'. */
  task: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** A connection to the container engine. */
export interface Engine {
  docker: Docker;
  /** The socket path or URL, for messages. */
  endpoint: string;
  /** Runs `work` within the time limit. Throws HandrailError. */
  request<T>(request: EngineRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const defaultTimeoutMs = 10_000;
const defaultSocket = '/var/run/docker.sock';
const urlSchemes: ReadonlySet<string> = new Set(['tcp', 'http', 'https', 'ssh']);

/** Prepares requests to an engine, without connecting yet. `socket` is a path, or a URL as in DOCKER_HOST. */
export async function findEngine(socket: string | undefined = process.env.DOCKER_HOST): Promise<Engine> {
  const DockerEngine = await loadDockerode();
  const endpoint = socket?.trim() || defaultSocket;
  const docker = new DockerEngine(toDockerOptions(endpoint));
  return {
    docker,
    endpoint,
    async request({ task, timeoutMs = defaultTimeoutMs, signal, ...subject }, work) {
      const stop = new AbortController();
      const stopSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      try {
        return await withTimeout(timeoutMs, task, work(stopSignal), signal);
      } catch (error) {
        if (signal?.aborted) throw toCancelledError(signal);
        throw toEngineError(error, endpoint, subject);
      } finally {
        stop.abort();
      }
    },
  };
}

async function loadDockerode(): Promise<typeof Docker> {
  try {
    return (await import('dockerode')).default;
  } catch (error) {
    throw new HandrailError(
      'docker_missing',
      'The package dockerode, which connects to Docker, is not installed.',
      'Install it: npm install dockerode.',
      { cause: error },
    );
  }
}

function toDockerOptions(endpoint: string): Docker.DockerOptions {
  const [, scheme, path] = /^([a-z]+):\/\/(.*)$/i.exec(endpoint) ?? [];
  if (scheme === undefined) return { socketPath: endpoint };
  if (scheme === 'unix' || scheme === 'npipe') return { socketPath: path || defaultSocket };
  const url = URL.canParse(endpoint) && urlSchemes.has(scheme) ? new URL(endpoint) : undefined;
  if (!url)
    throw new HandrailError(
      'invalid_option',
      `"${endpoint}" is not an address of a Docker engine.`,
      'Use a path such as /var/run/docker.sock, or unix://…, tcp://host:port, ssh://user@host.',
    );
  const isSecure = scheme === 'https' || process.env.DOCKER_TLS_VERIFY === '1' || url.port === '2376';
  if (scheme === 'ssh') return { protocol: 'ssh', host: url.hostname, port: url.port || 22, username: url.username };
  return { protocol: isSecure ? 'https' : 'http', host: url.hostname, port: url.port || (isSecure ? 2376 : 2375) };
}
