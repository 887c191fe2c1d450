import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { testImage } from './container-image.js';
import { readInContainer, runInContainer } from './enter-container.js';
import { looks } from './looks.js';
import { isProcessAlive } from './process-alive.js';

const execute = promisify(execFile);

/** A container with a desktop that belongs to one test file. */
export interface ContainerDesk {
  name: string;
  image: string;
  /** Runs a command in the container as its user. Returns the standard output. */
  run(...args: string[]): Promise<string>;
  /** Starts a program on the display of the container, as its user. */
  start(...args: string[]): Promise<void>;
  /** The content of a file in the container, or undefined if the file does not exist. */
  read(path: string): Promise<string | undefined>;
  /** One line for each process in the container, without the one that lists them. */
  processes(): Promise<string[]>;
  close(): Promise<void>;
}

export interface ContainerDeskOptions {
  /** Folders of the host that are mounted at the same path. */
  share?: readonly string[];
  /** More parameters of `docker run`. */
  flags?: readonly string[];
  /** Runs instead of the desktop. */
  command?: readonly string[];
  image?: string;
}

/** Runs the Docker command line. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await execute('docker', args, { maxBuffer: 16 * 1024 * 1024, timeout: 60_000 });
  return stdout;
}

const mark = 'handrail-test';

/** Starts a container. `close` removes it; a container whose test was killed is removed by the next call. */
export async function openContainerDesk(options: ContainerDeskOptions = {}): Promise<ContainerDesk> {
  const { image: built } = await testImage();
  await removeAbandoned();
  const { share = [], flags = [], command = [], image = built } = options;
  const name = `${mark}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const folders = share.flatMap((folder) => ['--volume', `${folder}:${folder}`]);
  const own = ['--init', '--detach', '--name', name, '--label', `${mark}=${process.pid}`, '--network', 'none'];
  await docker('run', ...own, ...folders, ...flags, image, ...command);
  let known = 0;
  /** The first process of the container. A container that was restarted has another one. */
  const firstProcess = async (): Promise<number> => {
    if (known === 0 || !isProcessAlive(known))
      known = Number(await docker('inspect', '--format', '{{.State.Pid}}', name));
    if (known === 0) throw new Error(`The container ${name} is not running.`);
    return known;
  };
  const run = async (...args: string[]) => runInContainer(await firstProcess(), args);
  const close = async () => {
    await docker('rm', '--force', '--volumes', name);
  };
  try {
    if (command.length === 0) await waitForDisplay(run, name);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name,
    image,
    run,
    async start(...args) {
      await docker('exec', '--detach', name, ...args);
    },
    read: async (path) => readInContainer(await firstProcess(), path),
    async processes() {
      const listed = await run('ps', '-eo', 'pid=,args=');
      return listed
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !/ps -eo/.test(line));
    },
    close,
  };
}

async function waitForDisplay(run: ContainerDesk['run'], name: string): Promise<void> {
  let last: unknown;
  for await (const _ of looks(40_000, 100)) {
    try {
      await run('xdotool', 'get_num_desktops');
      return;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`The display of ${name} did not come up: ${last}`);
}

/** Removes the containers of tests that were killed. */
async function removeAbandoned(): Promise<void> {
  const listed = await docker('ps', '--all', '--filter', `label=${mark}`, '--format', `{{.ID}} {{.Label "${mark}"}}`);
  for (const line of listed.split('\n').filter(Boolean)) {
    const [id = '', pid = ''] = line.split(' ');
    if (!isProcessAlive(Number(pid))) await docker('rm', '--force', '--volumes', id);
  }
}
