import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '../../src/index.js';
import { type ContainerDesk, docker, openContainerDesk } from '../support/container-desk.js';
import { imageMs } from '../support/container-image.js';
import { looks } from '../support/looks.js';
import { programPath, shareFolder } from './program.js';
import type { Kind } from './stage.js';
import { pageThings, stageOf } from './without-pages.js';

const screen = { width: 1440, height: 900 };
/** What sessions that were closed have left inside. */
const left: string[] = [];

/** A container with the program on its display. */
export const container: Kind = {
  name: 'container',
  screen,
  openMs: imageMs,
  unsupported: pageThings,
  async open(rails = {}) {
    const { started, remove, ...program } = shareFolder();
    chmodSync(program.folder, 0o777); // the user inside is another one
    const path = join(program.folder, 'stage.py');
    copyFileSync(programPath, path);
    const size = `SCREEN_SIZE=${screen.width}x${screen.height}`;
    const desk = await openContainerDesk({ share: [program.folder], flags: ['--env', size] });
    await desk.start('python3', path, program.folder);
    await started();
    const before = await listProcesses(desk);
    const session = await openSession({ policy: 'open', environment: 'container', container: desk.name, ...rails });
    return stageOf(session, program, async () => {
      await session.close();
      left.push(...(await desk.processes()).filter((line) => !before.has(line) && !isOfProgram(line)));
      await desk.close();
      remove();
    });
  },
  async left() {
    const mine = await docker('ps', '--all', '--quiet', '--filter', `label=handrail-test=${process.pid}`);
    return [...left, ...mine.split('\n').filter(Boolean)];
  },
};

/** A service that the message bus starts for the program and that stores its settings. */
const isOfProgram = (line: string) => /dconf-service/.test(line);

const registryTimeoutMs = 20_000;

/** The processes of the container. Waits for the registry of accessible programs, which the bus starts for the first program. */
async function listProcesses(desk: ContainerDesk): Promise<Set<string>> {
  for await (const _ of looks(registryTimeoutMs)) {
    const lines = await desk.processes();
    if (lines.some((line) => line.includes('at-spi2-registryd'))) return new Set(lines);
  }
  throw new Error('at-spi2-registryd did not start in the container.');
}
