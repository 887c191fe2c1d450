import { afterAll, beforeAll, describe, it } from 'vitest';
import { openSession } from '../../src/index.js';
import { type ContainerDesk, openContainerDesk } from '../support/container-desk.js';
import { imageMs } from '../support/container-image.js';
import { sample } from '../support/sample.js';
import { type Place, programs } from './programs.js';

let desk: ContainerDesk;
let place: Place;

beforeAll(async () => {
  desk = await openContainerDesk();
  const session = await openSession({ policy: 'open', environment: 'container', container: desk.name });
  place = {
    session,
    folder: (await desk.run('sh', '-c', 'echo $HOME')).trim(),
    opensFolder: 'Open the file manager and',
    read: (path) => desk.read(path),
    isFolder: async (path) => (await desk.run('sh', '-c', 'test -d "$1" && echo yes || true', 'sh', path)) === 'yes\n',
  };
}, imageMs);

afterAll(async () => {
  await place?.session.close();
  await desk?.close();
});

// Desktop and container divide the programs between them; test/desktop and test/container use the same programs action by action.
describe('Programs in a container, by steps and by computer_use', () => {
  it.each(sample(Object.entries(programs), 2, 1))('%s', (_, goes) => goes(place), 90_000);
});
