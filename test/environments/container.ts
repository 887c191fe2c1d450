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
    const before = new Set(await desk.processes());
    const session = await openSession({ environment: 'container', container: desk.name, ...rails });
    return stageOf(session, program, async () => {
      await session.close();
      left.push(...(await leftoverProcesses(desk, before)));
      await desk.close();
      remove();
    });
  },
  async left() {
    const mine = await docker('ps', '--all', '--quiet', '--filter', `label=handrail-test=${process.pid}`);
    return [...left, ...mine.split('\n').filter(Boolean)];
  },
};

/** Services that the message bus starts for the program: its settings, and the registry of accessible programs. */
const isOfProgram = (line: string) => /dconf-service|at-spi2-registryd/.test(line);

const exitTimeoutMs = 5_000;

/** The processes that a closed session left in the container. A process that was ended takes a moment to exit. */
async function leftoverProcesses(desk: ContainerDesk, before: ReadonlySet<string>): Promise<string[]> {
  let leftovers: string[] = [];
  for await (const _ of looks(exitTimeoutMs)) {
    leftovers = (await desk.processes()).filter((line) => !before.has(line) && !isOfProgram(line));
    if (leftovers.length === 0) break;
  }
  return leftovers;
}
