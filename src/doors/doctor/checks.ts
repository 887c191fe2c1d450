import type { Check } from './check.js';
import { browserCheck } from './check-browsers.js';
import { containerCheck } from './check-container.js';
import { desktopCheck } from './check-desktop.js';
import { diskCheck, sharedMemoryCheck } from './check-disk.js';
import { homeCheck } from './check-home.js';
import { nodeCheck } from './check-node.js';
import { sandboxCheck } from './check-sandbox.js';
import { socketCheck } from './check-socket.js';

/** Everything that is looked at, in this order. An environment is one record. */
export const checks: readonly Check[] = [
  nodeCheck,
  homeCheck,
  diskCheck,
  sharedMemoryCheck,
  socketCheck,
  sandboxCheck,
  browserCheck,
  desktopCheck,
  containerCheck,
];
