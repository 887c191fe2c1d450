import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError, toFault } from '../../../core/errors.js';
import { childEnvironment } from '../../processes/child-environment.js';
import { findProgram } from '../../processes/find-program.js';
import type { Engine } from '../engine/engine.js';
import { withFileLock } from '../engine/file-lock.js';
import { followProgress } from '../engine/follow-progress.js';

export interface BuildOptions {
  note?: (text: string) => void;
  signal?: AbortSignal;
  /** HTTP proxy for packages. */
  proxy?: string;
}

const publishedImage = 'debian:stable-slim';
const pullTimeoutMs = 300_000;
const buildTimeoutMs = 600_000;
const maxOutputCharacters = 2_000;

/** The name of a Debian image to build on: the published one, or else one that is built here. */
export async function ensureBaseImage(engine: Engine, options: BuildOptions): Promise<string> {
  if (await hasImage(engine, publishedImage)) return publishedImage;
  const localImage = `handrail-base:${await localSuite()}`;
  if (await hasImage(engine, localImage)) return localImage;
  const onWait = () => options.note?.('Another process fetches a Debian image; waiting for it …');
  const create = () => createBaseImage(engine, localImage, options);
  return withFileLock(`${engine.endpoint} ${publishedImage}`, create, { onWait, signal: options.signal });
}

async function createBaseImage(engine: Engine, localImage: string, options: BuildOptions): Promise<string> {
  for (const image of [publishedImage, localImage]) if (await hasImage(engine, image)) return image;
  const pullError = await pullImage(engine, options);
  if (pullError === undefined) return publishedImage;
  options.note?.(`${publishedImage} cannot be pulled (${pullError}), so an image is built with debootstrap.`);
  await buildBaseImage(engine, localImage, pullError, options);
  return localImage;
}

export async function hasImage(engine: Engine, image: string): Promise<boolean> {
  try {
    await engine.request({ task: 'Finding an image', image }, () => engine.docker.getImage(image).inspect());
    return true;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'image_missing') return false;
    throw error;
  }
}

/** Pulls the published image. Returns the error message when that fails. */
async function pullImage(engine: Engine, { note, signal }: BuildOptions): Promise<string | undefined> {
  try {
    const request = { task: `Pulling ${publishedImage}`, timeoutMs: pullTimeoutMs, signal };
    await engine.request(request, async (abortSignal) => {
      note?.(`Pulling ${publishedImage} …`);
      const stream = await engine.docker.pull(publishedImage, { abortSignal });
      await followProgress(stream, () => undefined, abortSignal);
    });
    return undefined;
  } catch (error) {
    if (signal?.aborted) throw toCancelledError(signal);
    return toFault(error).message.slice(0, 160).replace(/\.$/, '');
  }
}

/** The Debian suite of this machine; 'stable' on other systems. */
async function localSuite(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?([a-z0-9.-]+)"?$`, 'm').exec(text)?.[1];
  return field('ID') === 'debian' ? (field('VERSION_CODENAME') ?? 'stable') : 'stable';
}

/** Builds a minimal Debian with debootstrap and imports it into the engine. */
async function buildBaseImage(engine: Engine, image: string, pullError: string, options: BuildOptions): Promise<void> {
  if (process.getuid?.() !== 0 || !findProgram('debootstrap'))
    throw new HandrailError(
      'image_missing',
      `${publishedImage} cannot be pulled (${pullError}), and building one needs root and debootstrap.`,
      'Connect to a registry, or: sudo apt-get install -y debootstrap, and run this as root.',
    );
  const [repo = '', suite = ''] = image.split(':');
  const folder = await mkdtemp(join(tmpdir(), 'handrail-tree-'));
  const tree = join(folder, 'tree');
  const { signal, proxy } = options;
  const env = { ...childEnvironment(tmpdir()), ...(proxy ? { http_proxy: proxy } : {}) };
  try {
    await runProgram('debootstrap', ['--variant=minbase', suite, tree], env, signal);
    const tar = spawn('tar', ['-C', tree, '--exclude=./var/cache/apt/archives/*.deb', '-c', '.'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const request = { task: 'Importing the base image', timeoutMs: buildTimeoutMs, signal };
    await engine.request(request, async (abortSignal) => {
      const stream = await engine.docker.importImage(tar.stdout, { repo, tag: suite, abortSignal });
      await followProgress(stream, () => undefined, abortSignal);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: buildTimeoutMs, signal });
    let output = '';
    const onData = (chunk: Buffer) => {
      output = `${output}${chunk.toString('utf8')}`.slice(-maxOutputCharacters);
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.on('error', (error) => reject(signal?.aborted ? toCancelledError(signal) : error));
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const line = output.trim().split('\n').at(-1) ?? '';
      reject(new HandrailError('image_missing', `${program} failed: ${line || `exit code ${code}`}.`));
    });
  });
}
