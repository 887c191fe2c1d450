import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HandrailError, toFault } from '../../../core/errors.js';
import type { Engine } from '../engine/engine.js';
import { oneAtATime } from '../engine/file-lock.js';
import { followProgress } from '../engine/follow-progress.js';
import { type BuildOptions, baseImage, hasImage } from './base-image.js';
import { servePackages } from './package-cache.js';

/** What marks everything that is ours. */
export const label = 'handrail';
export const repository = 'handrail-desktop';

const buildMs = 1_200_000;
const files = ['Dockerfile', 'desktop.sh'];
const folder = fileURLToPath(new URL('../../../../docker/', import.meta.url));

/** The image of a desktop with these packages: built when there is none yet, found at once the second time. */
export async function desktopImage(
  engine: Engine,
  packages: readonly string[] = [],
  options: BuildOptions = {},
): Promise<string> {
  checkPackages(packages);
  const image = await imageName(packages);
  if (await hasImage(engine, image)) return image;
  const { note, signal } = options;
  const onWait = () => note?.('Another process builds that image; waiting for it …');
  const made = async () => {
    if (!(await hasImage(engine, image))) await makeImage(engine, image, packages, options);
  };
  await oneAtATime(`${engine.place} ${image}`, made, { onWait, signal });
  return image;
}

async function makeImage(
  engine: Engine,
  image: string,
  packages: readonly string[],
  options: BuildOptions,
): Promise<void> {
  const { note, signal } = options;
  const cache = isHere(engine) ? await servePackages() : undefined;
  const proxy = cache?.address ?? process.env.http_proxy;
  const build = { ...(proxy === undefined ? {} : { proxy }), ...(signal ? { signal } : {}) };
  try {
    const base = await baseImage(engine, { ...options, ...build });
    note?.('Building the desktop image; this takes a minute or two …');
    await buildImage(engine, image, { base, packages, ...build });
  } finally {
    await cache?.close();
  }
}

/** The newest desktop image that an engine has, whatever its packages. */
export async function newestImage(engine: Engine, signal?: AbortSignal): Promise<string | undefined> {
  const images = await engine.ask({ what: 'Listing images', ...(signal ? { signal } : {}) }, () =>
    engine.docker.listImages({ filters: { label: [`${label}=desktop`] } }),
  );
  const named = images.filter(({ RepoTags }) => RepoTags?.some((tag) => tag.startsWith(`${repository}:`)));
  return named.sort((one, other) => other.Created - one.Created)[0]?.RepoTags?.[0];
}

/** An engine elsewhere cannot reach what this machine has kept; and where there is a proxy already, it stays the only one. */
function isHere({ place }: Engine): boolean {
  return /^(unix:|\/)/.test(place) && !process.env.http_proxy;
}

/** Named by what it is made of. */
export async function imageName(packages: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(`${folder}${file}`));
  hash.update([...packages].sort().join(' '));
  return `${repository}:${hash.digest('hex').slice(0, 12)}`;
}

interface Build {
  base: string;
  packages: readonly string[];
  proxy?: string;
  signal?: AbortSignal;
}

async function buildImage(engine: Engine, image: string, { base, packages, proxy, signal }: Build): Promise<void> {
  const said: string[] = [];
  try {
    const asked = { what: 'Building the desktop image', deadlineMs: buildMs, image, ...(signal ? { signal } : {}) };
    await engine.ask(asked, async (stop) => {
      const stream = await engine.docker.buildImage(
        { context: folder, src: files },
        {
          t: image,
          buildargs: { BASE: base, PACKAGES: packages.join(' '), ...(proxy ? { http_proxy: proxy } : {}) },
          labels: { [label]: 'desktop' },
          networkmode: 'host',
          rm: true,
          forcerm: true,
          abortSignal: stop,
        },
      );
      await followProgress(stream, (line) => said.push(line), stop);
    });
  } catch (error) {
    if (error instanceof HandrailError && error.code !== 'docker_unreachable') throw error;
    const unknown = unknownPackage(said.join('\n'));
    const line = unknown ? `Debian has no package ${unknown}` : toFault(error).message.replace(/\.$/, '');
    throw new HandrailError(
      unknown ? 'invalid_option' : 'image_missing',
      `The desktop image could not be built: ${line}.`,
      unknown ? 'Search for it: apt-cache search, or packages.debian.org.' : said.slice(-3).join(' | ').slice(0, 400),
      { cause: error },
    );
  }
}

/** A name that apt does not know, or knows only as something others ask for. */
function unknownPackage(said: string): string | undefined {
  const [, missing, empty] =
    /Unable to locate package (\S+)|Package '([^']+)' has no installation candidate/.exec(said) ?? [];
  return missing ?? empty;
}

function checkPackages(packages: readonly string[]): void {
  const wrong = packages.find((name) => !/^[a-z0-9][a-z0-9+.-]+$/.test(name));
  if (wrong === undefined) return;
  throw new HandrailError(
    'invalid_option',
    `"${wrong.slice(0, 60)}" is no name of a Debian package.`,
    'Names are lower-case letters, digits, +, - and dots: galculator, libreoffice-calc.',
  );
}
