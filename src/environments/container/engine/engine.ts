import type Docker from 'dockerode';
import { cancelled, within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { engineFault, type Subject } from './engine-fault.js';

export interface Question extends Subject {
  /** What is done, as it would stand in a sentence: 'Starting the container'. */
  what: string;
  deadlineMs?: number;
  signal?: AbortSignal;
}

/** The container engine. */
export interface Engine {
  docker: Docker;
  /** Where it is, for sentences. */
  place: string;
  /** Asks it something within a time, and tells what goes wrong in one line. */
  ask<T>(question: Question, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const usualMs = 10_000;
const schemes: ReadonlySet<string> = new Set(['tcp', 'http', 'https', 'ssh']);
const usualSocket = '/var/run/docker.sock';

/** Makes ready to ask an engine: `socket` is a path or what DOCKER_HOST may be. Nothing is connected yet. */
export async function findEngine(socket: string | undefined = process.env.DOCKER_HOST): Promise<Engine> {
  const Engine = await loadDockerode();
  const place = socket?.trim() || usualSocket;
  const docker = new Engine(connectionOf(place));
  return {
    docker,
    place,
    async ask({ what, deadlineMs = usualMs, signal, ...subject }, work) {
      const end = new AbortController();
      const either = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
      try {
        return await within(deadlineMs, what, work(either), signal);
      } catch (error) {
        if (signal?.aborted) throw cancelled(signal);
        throw engineFault(error, place, subject);
      } finally {
        end.abort();
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
      'The package dockerode, which speaks with Docker, is not installed.',
      'Install it: npm install dockerode.',
      { cause: error },
    );
  }
}

function connectionOf(place: string): Docker.DockerOptions {
  const [, scheme, rest] = /^([a-z]+):\/\/(.*)$/i.exec(place) ?? [];
  if (scheme === undefined) return { socketPath: place };
  if (scheme === 'unix' || scheme === 'npipe') return { socketPath: rest || usualSocket };
  const url = URL.canParse(place) && schemes.has(scheme) ? new URL(place) : undefined;
  if (!url)
    throw new HandrailError(
      'invalid_option',
      `"${place}" is no address of a Docker engine.`,
      'Give a path such as /var/run/docker.sock, or unix://…, tcp://host:port, ssh://user@host.',
    );
  const secure = scheme === 'https' || process.env.DOCKER_TLS_VERIFY === '1' || url.port === '2376';
  if (scheme === 'ssh') return { protocol: 'ssh', host: url.hostname, port: url.port || 22, username: url.username };
  return { protocol: secure ? 'https' : 'http', host: url.hostname, port: url.port || (secure ? 2376 : 2375) };
}
