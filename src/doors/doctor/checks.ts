import type { Check } from './check.js';
import { browserCheck } from './checks/browser.js';
import { containerCheck } from './checks/container.js';
import { desktopCheck } from './checks/desktop.js';
import { diskCheck, sharedMemoryCheck } from './checks/disk.js';
import { homeCheck } from './checks/home.js';
import { nodeCheck } from './checks/node.js';
import { sandboxCheck } from './checks/sandbox.js';
import { socketCheck } from './checks/socket.js';

/** All checks, in the order in which they run. */
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
