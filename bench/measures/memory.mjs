import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcesses, marker, memoryOf, ownedProcesses, withDescendants } from '../processes.mjs';
import { ratio } from '../statistics.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { withTimeout } from '../timeout.mjs';
import { atMost } from './measure.mjs';
import { navigateAll } from './navigate-all.mjs';

const sessionCount = 20;
const batchSize = 4;

/** @type {import('./measure.mjs').Measure} */
export const memory = {
  key: 'e',
  title: `Memory of ${sessionCount} idle sessions with one page each`,
  full: true,
  async run(context) {
    const own = await measureMemory('Handrail', context, ownSessions);
    const peer = await measureMemory('Playwright MCP', context, peerServers);
    return {
      raw: { handrail: own, playwrightMcp: peer },
      tables: [
        {
          title: `${sessionCount} sessions, MB (proportional = shared pages counted once)`,
          columns: ['subject', 'proportional', 'resident', 'processes'],
          rows: [
            ['Handrail, one process', megabytes(own?.proportional), megabytes(own?.resident), own?.processes],
            [
              `Playwright MCP, ${sessionCount} servers`,
              megabytes(peer?.proportional),
              megabytes(peer?.resident),
              peer?.processes,
            ],
          ],
        },
      ],
      targets: [
        atMost(
          `memory of ${sessionCount} sessions against Playwright MCP`,
          ratio(own?.proportional, peer?.proportional),
          1,
        ),
      ],
    };
  },
};

/** @param {string} name @param {import('./measure.mjs').Context} context @param {typeof ownSessions} start */
async function measureMemory(name, context, start) {
  try {
    return await start(context);
  } catch (error) {
    context.reportFailure(name, error);
    return undefined;
  }
}

/** @param {import('./measure.mjs').Context} context */
async function ownSessions(context) {
  context.log(`${sessionCount} Handrail sessions`);
  const owner = 'idle-sessions';
  const script = fileURLToPath(new URL('../idle-sessions.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, String(sessionCount), `${context.origin}/shop/100`], {
    env: { ...process.env, ...marker(owner) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const ready = withTimeout(120_000, owner, once(createInterface(child.stdout), 'line'));
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`idle-sessions ended with ${code}`)));
    ended.catch(() => undefined); // it ends after the measurement, too
    await Promise.race([ready, ended]);
    return await awaitStableMemory(owner);
  } finally {
    const exited = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
    child.stdin.end();
    await withTimeout(30_000, owner, exited).catch(() => undefined); // remaining processes are ended below
    endProcesses(ownedProcesses(owner));
  }
}

/** @param {import('./measure.mjs').Context} context */
async function peerServers(context) {
  context.log(`${sessionCount} Playwright MCP servers`);
  const owners = Array.from({ length: sessionCount }, (_, index) => `server ${index + 1}`);
  const servers = owners.map((label) => playwrightMcp({ ...context.resources, label }));
  try {
    for (let start = 0; start < sessionCount; start += batchSize) {
      const group = servers.slice(start, start + batchSize);
      await Promise.all(
        group.map(async (server) => {
          const opened = await openAll([server], context.reportFailure);
          for (const ready of await navigateAll(opened, `${context.origin}/shop/100`, context)) await ready.observe();
        }),
      );
    }
    return await awaitStableMemory(...servers.map(({ name }) => name));
  } finally {
    for (let start = 0; start < sessionCount; start += batchSize)
      await closeAll(servers.slice(start, start + batchSize));
  }
}

/** The memory of the processes of these owners, when it changes by less than 1 % in a second. @param {string[]} owners */
async function awaitStableMemory(...owners) {
  let before = 0;
  for (let tries = 0; tries < 20; tries += 1) {
    const now = memoryOf(withDescendants(owners.flatMap((owner) => ownedProcesses(owner))));
    if (now.processes === 0) throw new Error('Memory is read from /proc, which this system does not have.');
    if (Math.abs(now.proportional - before) < now.proportional / 100) return now;
    before = now.proportional;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('The memory did not become stable.');
}

/** @param {number | undefined} bytes */
function megabytes(bytes) {
  return bytes === undefined ? undefined : Math.round(bytes / 1e6);
}
