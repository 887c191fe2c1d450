import type { ContainerInspectInfo } from 'dockerode';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { sleep } from '../../screen/settle/sleep.js';
import { defaultContainer, defaultDisplay } from '../defaults.js';
import { execute } from '../exec/exec.js';
import { desktopImageName, ensureDesktopImage } from '../image/desktop-image.js';
import { checkName } from './check-name.js';
import type { Engine } from './engine.js';
import { ensureRunning } from './ensure-running.js';
import { withFileLock } from './file-lock.js';
import { findOwnContainer, type KnownContainer, ownerLabel } from './own-containers.js';

export interface ContainerUpOptions {
  name?: string;
  /** Additional Debian packages. */
  packages?: readonly string[];
  /** An existing desktop image, instead of a built one. */
  image?: string;
  size?: Size;
  /** Without it, the container has no network. */
  network?: boolean;
  /** In bytes. */
  memory?: number;
  cpus?: number;
  note?: (text: string) => void;
  signal?: AbortSignal;
}

export interface ContainerDesktop {
  name: string;
  id: string;
  image: string;
  display: string;
  /** The container existed before. */
  existed: boolean;
}

const defaultMemoryBytes = 2 * 1024 ** 3;
const defaultCpus = 2;
const maxProcesses = 512;
const maxReadyMs = 30_000;
const startTimeoutMs = 30_000;
const pollMs = 100;

/** Creates a desktop container and waits until its display answers. Starts an existing one of that name if it is ours. */
export async function containerUp(engine: Engine, options: ContainerUpOptions = {}): Promise<ContainerDesktop> {
  const { name = defaultContainer, note, signal } = options;
  checkName(name);
  const onWait = () => note?.(`Another process creates the container '${name}'; waiting for it …`);
  const create = async () => {
    const existing = await findOwnContainer(engine, name);
    return existing ? useContainer(engine, name, existing, options) : createContainer(engine, name, options);
  };
  return withFileLock(`${engine.endpoint} container ${name}`, create, { onWait, signal });
}

async function createContainer(engine: Engine, name: string, options: ContainerUpOptions): Promise<ContainerDesktop> {
  const { packages = [], note, signal } = options;
  const image = options.image ?? (await ensureDesktopImage(engine, packages, { note, signal }));
  const request = { timeoutMs: startTimeoutMs, container: name, image, signal };
  const container = await engine.request({ task: 'Creating the container', ...request }, (abortSignal) =>
    engine.docker.createContainer({ ...containerSettings(name, image, options), abortSignal }),
  );
  try {
    await engine.request({ task: 'Starting the container', ...request }, () => container.start());
    await awaitReady(engine, container.id, name, signal);
  } catch (error) {
    await container.remove({ force: true, v: true });
    throw error;
  }
  return { name, id: container.id, image, display: defaultDisplay, existed: false };
}

/** Uses an existing container if it is ours and has the requested packages and limits. */
async function useContainer(
  engine: Engine,
  name: string,
  existing: KnownContainer,
  options: ContainerUpOptions,
): Promise<ContainerDesktop> {
  const { packages = [], note, signal } = options;
  if (!existing.isOurs) throw notOurs(name);
  if (packages.length > 0 && existing.image !== (await desktopImageName(packages)))
    throw differsFrom(name, 'with other packages');
  const difference = findDifference(existing, options);
  if (difference !== undefined) throw differsFrom(name, `with another ${difference}`);
  const { id } = await ensureRunning(engine, name, note, signal);
  await awaitReady(engine, id, name, signal);
  return { name, id, image: existing.image, display: defaultDisplay, existed: true };
}

/** The first requested setting that differs from the existing container. */
function findDifference(
  { host, environment }: KnownContainer,
  { size, network, memory, cpus }: ContainerUpOptions,
): string | undefined {
  if (memory !== undefined && memory !== host.Memory) return 'memory limit';
  if (cpus !== undefined && toNanoCpus(cpus) !== host.NanoCpus) return 'number of processors';
  if (network && host.NetworkMode === 'none') return 'network (none)';
  if (size && !environment.includes(sizeVariable(size))) return 'screen size';
  return undefined;
}

const sizeVariable = ({ width, height }: Size): string => `SCREEN_SIZE=${width}x${height}`;
const toNanoCpus = (cpus: number): number => Math.round(cpus * 1e9);

function containerSettings(
  name: string,
  image: string,
  { size, network, memory = defaultMemoryBytes, cpus = defaultCpus }: ContainerUpOptions,
) {
  return {
    name,
    Image: image,
    Hostname: 'desktop',
    Labels: ownerLabel,
    Env: size ? [sizeVariable(size)] : [],
    HostConfig: {
      Init: true,
      Memory: memory,
      MemorySwap: memory,
      NanoCpus: toNanoCpus(cpus),
      PidsLimit: maxProcesses,
      NetworkMode: network ? 'bridge' : 'none',
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,mode=1777,size=512m' },
      ShmSize: 256 * 1024 ** 2,
    } satisfies Partial<ContainerInspectInfo['HostConfig']>,
  };
}

/** Waits until the display answers and its window manager runs. Before that, windows have no frames. */
async function awaitReady(engine: Engine, id: string, name: string, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + maxReadyMs;
  const target = { engine, id, name, environment: { DISPLAY: defaultDisplay } };
  for (;;) {
    const { code, stderr } = await execute(target, { args: ['xdotool', 'get_num_desktops'] }, signal);
    if (code === 0) return;
    if (performance.now() > until)
      throw new HandrailError(
        'display_died',
        `The display of the container '${name}' did not start: ${stderr.trim().split('\n')[0]}.`,
        `Read its log: docker logs ${name}`,
      );
    await sleep(pollMs, signal);
  }
}

function notOurs(name: string): HandrailError {
  return new HandrailError(
    'invalid_option',
    `The container '${name}' already exists and was not created by handrail container up.`,
    'Choose another name. To use the existing one: --environment container --container NAME.',
  );
}

function differsFrom(name: string, difference: string): HandrailError {
  return new HandrailError(
    'invalid_option',
    `The container '${name}' already exists, ${difference}.`,
    `Remove it first (handrail container down ${name}), or choose another name.`,
  );
}
