import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HandrailError, toFault } from '../../../core/errors.js';
import { packagePath } from '../../processes/package-paths.js';
import type { Engine } from '../engine/engine.js';
import { withFileLock } from '../engine/file-lock.js';
import { followProgress } from '../engine/follow-progress.js';
import { type BuildOptions, ensureBaseImage, hasImage } from './base-image.js';
import { startPackageCache } from './package-cache.js';

/** The label of all our images. */
export const label = 'handrail';
export const repository = 'handrail-desktop';

const buildTimeoutMs = 1_200_000;
const buildFiles = ['Dockerfile', 'desktop.sh'];
const buildFolder = packagePath('docker');

/** The name of the desktop image with these packages. Builds the image if it does not exist. */
export async function ensureDesktopImage(
  engine: Engine,
  packages: readonly string[] = [],
  options: BuildOptions = {},
): Promise<string> {
  checkPackages(packages);
  const image = await desktopImageName(packages);
  if (await hasImage(engine, image)) return image;
  const { note, signal } = options;
  const onWait = () => note?.('Another process builds the image; waiting for it …');
  const build = async () => {
    if (!(await hasImage(engine, image))) await buildWithCache(engine, image, packages, options);
  };
  await withFileLock(`${engine.endpoint} ${image}`, build, { onWait, signal });
  return image;
}

async function buildWithCache(
  engine: Engine,
  image: string,
  packages: readonly string[],
  options: BuildOptions,
): Promise<void> {
  const { note, signal } = options;
  const cache = canUseCache(engine) ? await startPackageCache() : undefined;
  const proxy = cache?.url ?? process.env.http_proxy;
  try {
    const base = await ensureBaseImage(engine, { ...options, proxy });
    note?.('Building the desktop image; this takes a minute or two …');
    await buildImage(engine, image, { base, packages, proxy, signal });
  } finally {
    await cache?.close();
  }
}

/** The newest desktop image of the engine, with any packages. */
export async function findNewestImage(engine: Engine, signal?: AbortSignal): Promise<string | undefined> {
  const images = await engine.request({ task: 'Listing images', signal }, () =>
    engine.docker.listImages({ filters: { label: [`${label}=desktop`] } }),
  );
  const desktops = images.filter(({ RepoTags }) => RepoTags?.some((tag) => tag.startsWith(`${repository}:`)));
  return desktops.sort((one, other) => other.Created - one.Created)[0]?.RepoTags?.[0];
}

/** A remote engine cannot reach our package cache, and an existing proxy stays in use. */
function canUseCache({ endpoint }: Engine): boolean {
  return /^(unix:|\/)/.test(endpoint) && !process.env.http_proxy;
}

/** The image name, with a hash of the build files and packages. */
export async function desktopImageName(packages: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256');
  for (const file of buildFiles) hash.update(await readFile(join(buildFolder, file)));
  hash.update([...packages].sort().join(' '));
  return `${repository}:${hash.digest('hex').slice(0, 12)}`;
}

interface ImageBuild {
  base: string;
  packages: readonly string[];
  proxy?: string;
  signal?: AbortSignal;
}

async function buildImage(engine: Engine, image: string, { base, packages, proxy, signal }: ImageBuild): Promise<void> {
  const output: string[] = [];
  try {
    const request = { task: 'Building the desktop image', timeoutMs: buildTimeoutMs, image, signal };
    await engine.request(request, async (abortSignal) => {
      const stream = await engine.docker.buildImage(
        { context: buildFolder, src: buildFiles },
        {
          t: image,
          buildargs: { BASE: base, PACKAGES: packages.join(' '), ...(proxy ? { http_proxy: proxy } : {}) },
          labels: { [label]: 'desktop' },
          networkmode: 'host',
          rm: true,
          forcerm: true,
          abortSignal,
        },
      );
      await followProgress(stream, (line) => output.push(line), abortSignal);
    });
  } catch (error) {
    if (error instanceof HandrailError && error.code !== 'docker_unreachable') throw error;
    throw toBuildError(error, output);
  }
}

function toBuildError(error: unknown, output: readonly string[]): HandrailError {
  const unknownPackage = findUnknownPackage(output.join('\n'));
  if (unknownPackage)
    return new HandrailError(
      'invalid_option',
      `The desktop image could not be built: Debian has no package ${unknownPackage}.`,
      'Search for it: apt-cache search, or packages.debian.org.',
      { cause: error },
    );
  return new HandrailError(
    'image_missing',
    `The desktop image could not be built: ${toFault(error).message.replace(/\.$/, '')}.`,
    output.slice(-3).join(' | ').slice(0, 400),
    { cause: error },
  );
}

/** A package that apt does not find, or knows only as a dependency. */
function findUnknownPackage(output: string): string | undefined {
  const [, missing, empty] =
    /Unable to locate package (\S+)|Package '([^']+)' has no installation candidate/.exec(output) ?? [];
  return missing ?? empty;
}

function checkPackages(packages: readonly string[]): void {
  const invalid = packages.find((name) => !/^[a-z0-9][a-z0-9+.-]+$/.test(name));
  if (invalid === undefined) return;
  throw new HandrailError(
    'invalid_option',
    `"${invalid.slice(0, 60)}" is not a name of a Debian package.`,
    'Names have lower-case letters, digits, +, - and dots: galculator, libreoffice-calc.',
  );
}
