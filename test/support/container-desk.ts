import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { testImage } from './container-image.js';
import { looks } from './looks.js';

const execute = promisify(execFile);

/** A container with a desktop of the test's own, and Docker's own word on what happens in it. */
export interface ContainerDesk {
  name: string;
  image: string;
  /** Runs a command inside by `docker exec`, and gives what it printed. */
  run(...args: string[]): Promise<string>;
  /** Starts a program on the display, as its user would. */
  start(...args: string[]): Promise<void>;
  /** What a file inside holds; nothing when there is none. */
  read(path: string): Promise<string | undefined>;
  /** Every process inside, one a line, but the one that asks. */
  processes(): Promise<string[]>;
  close(): Promise<void>;
}

export interface ContainerDeskOptions {
  /** Folders of this machine that are seen inside at the same path. */
  share?: readonly string[];
  /** More words for `docker run`. */
  flags?: readonly string[];
  /** What runs instead of the desktop. */
  command?: readonly string[];
  image?: string;
}

/** Asks Docker itself. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await execute('docker', args, { maxBuffer: 16 * 1024 * 1024, timeout: 60_000 });
  return stdout;
}

const mark = 'handrail-test';

/** Starts one. Nothing of it is left after `close`, nor of those whose test was killed. */
export async function openContainerDesk(options: ContainerDeskOptions = {}): Promise<ContainerDesk> {
  const { image: built } = await testImage();
  await sweep();
  const { share = [], flags = [], command = [], image = built } = options;
  const name = `${mark}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const folders = share.flatMap((folder) => ['--volume', `${folder}:${folder}`]);
  const own = ['--init', '--detach', '--name', name, '--label', `${mark}=${process.pid}`, '--network', 'none'];
  await docker('run', ...own, ...folders, ...flags, image, ...command);
  const run = (...args: string[]) => docker('exec', name, ...args);
  const close = async () => {
    await docker('rm', '--force', '--volumes', name);
  };
  try {
    if (command.length === 0) await untilUp(run, name);
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
    async read(path) {
      const told = await run('sh', '-c', 'test -e "$1" && printf "+" && cat "$1" || true', 'sh', path);
      return told.startsWith('+') ? told.slice(1) : undefined;
    },
    async processes() {
      const told = await run('ps', '-eo', 'pid=,args=');
      return told
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !/ps -eo/.test(line));
    },
    close,
  };
}

async function untilUp(run: ContainerDesk['run'], name: string): Promise<void> {
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

/** Takes away what tests that were killed have left. */
async function sweep(): Promise<void> {
  const listed = await docker('ps', '--all', '--filter', `label=${mark}`, '--format', `{{.ID}} {{.Label "${mark}"}}`);
  for (const line of listed.split('\n').filter(Boolean)) {
    const [id = '', pid = ''] = line.split(' ');
    if (!lives(Number(pid))) await docker('rm', '--force', '--volumes', id);
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
