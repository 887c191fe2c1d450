import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancelled } from '../../../core/deadline.js';
import { HandrailError, toFault } from '../../../core/errors.js';
import { findProgram } from '../../processes/find-program.js';
import type { Engine } from '../engine/engine.js';
import { oneAtATime } from '../engine/file-lock.js';
import { followProgress } from '../engine/follow-progress.js';

export interface BuildOptions {
  /** Hears what is being done, a line at a time. */
  note?: (text: string) => void;
  signal?: AbortSignal;
  /** Where packages are fetched from on the way, when not from their own servers. */
  proxy?: string;
}

const published = 'debian:stable-slim';
const pullMs = 300_000;
const treeMs = 600_000;

/** A Debian to build on: the published one where it can be had, otherwise one that is made here. */
export async function baseImage(engine: Engine, options: BuildOptions): Promise<string> {
  if (await hasImage(engine, published)) return published;
  const own = `handrail-base:${await suiteHere()}`;
  if (await hasImage(engine, own)) return own;
  const onWait = () => options.note?.('Another process fetches a Debian; waiting for it …');
  return oneAtATime(`${engine.place} ${published}`, () => makeBase(engine, own, options), {
    onWait,
    signal: options.signal,
  });
}

async function makeBase(engine: Engine, own: string, options: BuildOptions): Promise<string> {
  for (const image of [published, own]) if (await hasImage(engine, image)) return image;
  const why = await pull(engine, options);
  if (why === undefined) return published;
  options.note?.(`${published} cannot be pulled (${why}): one is made with debootstrap.`);
  await makeTree(engine, own, why, options);
  return own;
}

export async function hasImage(engine: Engine, image: string): Promise<boolean> {
  try {
    await engine.ask({ what: 'Looking for an image', image }, () => engine.docker.getImage(image).inspect());
    return true;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'image_missing') return false;
    throw error;
  }
}

/** Nothing when it was pulled, otherwise why it was not. */
async function pull(engine: Engine, { note, signal }: BuildOptions): Promise<string | undefined> {
  try {
    const asked = { what: `Pulling ${published}`, deadlineMs: pullMs, ...(signal ? { signal } : {}) };
    await engine.ask(asked, async (stop) => {
      note?.(`Pulling ${published} …`);
      await followProgress(await engine.docker.pull(published, { abortSignal: stop }), () => undefined, stop);
    });
    return undefined;
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    return toFault(error).message.slice(0, 160).replace(/\.$/, '');
  }
}

async function suiteHere(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => ''); // not a Linux of that kind: the default will do
  const field = (name: string) => new RegExp(`^${name}="?([a-z0-9.-]+)"?$`, 'm').exec(text)?.[1];
  return field('ID') === 'debian' ? (field('VERSION_CODENAME') ?? 'stable') : 'stable';
}

/** A smallest Debian, unpacked here and handed to the engine as an image. */
async function makeTree(engine: Engine, image: string, why: string, options: BuildOptions): Promise<void> {
  if (process.getuid?.() !== 0 || !findProgram('debootstrap'))
    throw new HandrailError(
      'image_missing',
      `${published} cannot be pulled (${why}), and a Debian can be made here only by root with debootstrap.`,
      'Connect to a registry, or: sudo apt-get install -y debootstrap, and run this as root.',
    );
  const [repo = '', suite = ''] = image.split(':');
  const folder = await mkdtemp(join(tmpdir(), 'handrail-tree-'));
  const tree = join(folder, 'tree');
  const { signal, proxy } = options;
  const env = { ...process.env, ...(proxy ? { http_proxy: proxy } : {}) };
  try {
    await run('debootstrap', ['--variant=minbase', suite, tree], env, signal);
    const tar = spawn('tar', ['-C', tree, '--exclude=./var/cache/apt/archives/*.deb', '-c', '.'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const asked = { what: 'Importing the tree', deadlineMs: treeMs, ...(signal ? { signal } : {}) };
    await engine.ask(asked, async (stop) => {
      const stream = await engine.docker.importImage(tar.stdout, { repo, tag: suite, abortSignal: stop });
      await followProgress(stream, () => undefined, stop);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: treeMs,
      ...(signal ? { signal } : {}),
    });
    let said = '';
    const hear = (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-2_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => reject(signal?.aborted ? cancelled(signal) : error));
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const line = said.trim().split('\n').at(-1) ?? '';
      reject(new HandrailError('image_missing', `${program} failed: ${line || `exit code ${code}`}.`));
    });
  });
}
