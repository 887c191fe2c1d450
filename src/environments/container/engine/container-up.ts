import type { ContainerInspectInfo } from 'dockerode';
import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { pause } from '../../screen/settle/settle.js';
import { usualContainer, usualDisplay } from '../defaults.js';
import { execute } from '../exec/exec.js';
import { desktopImage, imageName } from '../image/desktop-image.js';
import { wake } from '../wake-container.js';
import { checkName } from './check-name.js';
import type { Engine } from './engine.js';
import { oneAtATime } from './file-lock.js';

export interface UpOptions {
  name?: string;
  /** Debian packages beside those that make a desktop. */
  packages?: readonly string[];
  /** An image of a desktop that is there already, instead of one that is built. */
  image?: string;
  size?: Size;
  /** Without it, the container reaches nothing. */
  network?: boolean;
  /** Bytes. */
  memory?: number;
  cpus?: number;
  note?: (text: string) => void;
  signal?: AbortSignal;
}

/** A container with a desktop. */
export interface Desktop {
  name: string;
  id: string;
  image: string;
  display: string;
  /** It was there before. */
  existed: boolean;
}

/** Marks a container as ours. An image's labels go over to every container of it, so this is another one. */
const mark = 'handrail.made-by';
const maker = 'handrail container up';
const usualMemory = 2 * 1024 ** 3;
const usualCpus = 2;
const mostProcesses = 512;
const readyMs = 30_000;
const glanceMs = 100;

/** Makes a container with a desktop, and waits until its display answers. One of that name that is ours already is woken. */
export async function containerUp(engine: Engine, options: UpOptions = {}): Promise<Desktop> {
  const { name = usualContainer, note, signal } = options;
  checkName(name);
  const onWait = () => note?.(`Another process makes the container '${name}'; waiting for it …`);
  return oneAtATime(`${engine.place} container ${name}`, () => makeOrUse(engine, name, options), { onWait, signal });
}

async function makeOrUse(engine: Engine, name: string, options: UpOptions): Promise<Desktop> {
  const { packages = [], note, signal } = options;
  const there = await find(engine, name);
  if (there) return useThat(engine, name, there, options);
  const told = { ...(note ? { note } : {}), ...(signal ? { signal } : {}) };
  const image = options.image ?? (await desktopImage(engine, packages, told));
  const asked = { container: name, image, ...(signal ? { signal } : {}) };
  const container = await engine.ask({ what: 'Making the container', deadlineMs: 30_000, ...asked }, (abortSignal) =>
    engine.docker.createContainer({ ...settings(name, image, options), abortSignal }),
  );
  try {
    await engine.ask({ what: 'Starting the container', deadlineMs: 30_000, ...asked }, () => container.start());
    await untilReady(engine, container.id, name, signal);
  } catch (error) {
    await container.remove({ force: true, v: true });
    throw error;
  }
  return { name, id: container.id, image, display: usualDisplay, existed: false };
}

/** One that is there already will do when it is ours and was made of what is asked for. */
async function useThat(engine: Engine, name: string, there: There, options: UpOptions): Promise<Desktop> {
  const { packages = [], note, signal } = options;
  if (!there.isOurs) throw taken(name);
  if (packages.length > 0 && there.image !== (await imageName(packages)))
    throw exists(name, 'with the packages it was made with');
  const other = otherLimits(there, options);
  if (other !== undefined) throw exists(name, `with another ${other} than that`);
  const { id } = await wake(engine, name, note, signal);
  await untilReady(engine, id, name, signal);
  return { name, id, image: there.image, display: usualDisplay, existed: true };
}

/** What is asked for by name and differs in the one that is there. */
function otherLimits({ host, environment }: There, { size, network, memory, cpus }: UpOptions): string | undefined {
  if (memory !== undefined && memory !== host.Memory) return 'memory limit';
  if (cpus !== undefined && Math.round(cpus * 1e9) !== host.NanoCpus) return 'number of processors';
  if (network && host.NetworkMode === 'none') return 'network (none)';
  if (size && !environment.includes(sizeWord(size))) return 'size of the screen';
  return undefined;
}

function sizeWord({ width, height }: Size): string {
  return `SCREEN_SIZE=${width}x${height}`;
}

function settings(name: string, image: string, { size, network, memory = usualMemory, cpus = usualCpus }: UpOptions) {
  return {
    name,
    Image: image,
    Hostname: 'desktop',
    Labels: { [mark]: maker },
    Env: size ? [sizeWord(size)] : [],
    HostConfig: {
      Init: true,
      Memory: memory,
      MemorySwap: memory,
      NanoCpus: Math.round(cpus * 1e9),
      PidsLimit: mostProcesses,
      NetworkMode: network ? 'bridge' : 'none',
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,mode=1777,size=512m' },
      ShmSize: 256 * 1024 ** 2,
    },
  };
}

/** Ready is when the display answers and its window manager runs: before that, windows would come without frames. */
async function untilReady(engine: Engine, id: string, name: string, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + readyMs;
  const place = { engine, id, name, environment: { DISPLAY: usualDisplay } };
  for (;;) {
    const { code, stderr } = await execute(place, { args: ['xdotool', 'get_num_desktops'] }, signal);
    if (code === 0) return;
    if (performance.now() > until)
      throw new HandrailError(
        'display_died',
        `The display of the container '${name}' did not come up: ${stderr.trim().split('\n')[0]}.`,
        `What it says: docker logs ${name}`,
      );
    await pause(glanceMs, signal);
  }
}

/** Takes a container of ours away, with everything in it. */
export async function containerDown(engine: Engine, name = usualContainer): Promise<void> {
  checkName(name);
  const there = await find(engine, name);
  if (!there)
    throw new HandrailError(
      'container_missing',
      `There is no container '${name}'.`,
      'See those there are: handrail container list.',
    );
  if (!there.isOurs)
    throw new HandrailError(
      'denied',
      `The container '${name}' was not made by handrail container up, so it is left alone.`,
      `Remove it yourself: docker rm -f ${name}`,
    );
  await engine.ask({ what: 'Removing the container', deadlineMs: 30_000, container: name }, () =>
    engine.docker.getContainer(there.id).remove({ force: true, v: true }),
  );
}

export interface Listed {
  name: string;
  id: string;
  image: string;
  state: string;
  /** 'Up 5 minutes (healthy)'. */
  status: string;
}

/** The containers that are ours. */
export async function listContainers(engine: Engine): Promise<Listed[]> {
  const all = await engine.ask({ what: 'Listing containers' }, (abortSignal) =>
    engine.docker.listContainers({ all: true, filters: { label: [`${mark}=${maker}`] }, abortSignal }),
  );
  return all.map(({ Names: [name = ''], Id, Image, State, Status }) => ({
    name: name.replace(/^\//, ''),
    id: Id.slice(0, 12),
    image: Image,
    state: State,
    status: Status,
  }));
}

interface There {
  id: string;
  image: string;
  isOurs: boolean;
  host: ContainerInspectInfo['HostConfig'];
  environment: readonly string[];
}

async function find(engine: Engine, name: string): Promise<There | undefined> {
  try {
    const facts = await engine.ask({ what: 'Looking for the container', container: name }, () =>
      engine.docker.getContainer(name).inspect(),
    );
    const { Id: id, Config, HostConfig: host } = facts;
    const isOurs = Config.Labels?.[mark] === maker;
    return { id, image: Config.Image, isOurs, host, environment: Config.Env };
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'container_missing') return undefined;
    throw error;
  }
}

function taken(name: string): HandrailError {
  return new HandrailError(
    'invalid_option',
    `There is a container '${name}' already, and it was not made by handrail container up.`,
    'Choose another name. To use that one: --environment container --container NAME.',
  );
}

function exists(name: string, how: string): HandrailError {
  return new HandrailError(
    'invalid_option',
    `The container '${name}' is there already, ${how}.`,
    `Take it away first (handrail container down ${name}), or choose another name.`,
  );
}
