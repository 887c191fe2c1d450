import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { within } from '../deadline.mjs';
import { endProcesses, marker, memoryOf, ownedProcesses, withDescendants } from '../processes.mjs';
import { ratio } from '../statistics.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { atMost } from './measure.mjs';
import { visit } from './visit.mjs';

const count = 20;
const batch = 4;

/** @type {import('./measure.mjs').Measure} */
export const memory = {
  key: 'e',
  title: `Memory of ${count} idle sessions with a page each`,
  full: true,
  async run(context) {
    const own = await measured('Handrail', context, ownSessions);
    const peer = await measured('Playwright MCP', context, peerServers);
    return {
      raw: { handrail: own, playwrightMcp: peer },
      tables: [
        {
          title: `${count} sessions, MB (proportional = shared pages counted once)`,
          columns: ['subject', 'proportional', 'resident', 'processes'],
          rows: [
            ['Handrail, one process', megabytes(own?.proportional), megabytes(own?.resident), own?.processes],
            [
              `Playwright MCP, ${count} servers`,
              megabytes(peer?.proportional),
              megabytes(peer?.resident),
              peer?.processes,
            ],
          ],
        },
      ],
      targets: [
        atMost(`memory of ${count} sessions against Playwright MCP`, ratio(own?.proportional, peer?.proportional), 1),
      ],
    };
  },
};

/** @param {string} name @param {import('./measure.mjs').Context} context @param {typeof ownSessions} start */
async function measured(name, context, start) {
  try {
    return await start(context);
  } catch (error) {
    context.failed(name, error);
    return undefined;
  }
}

/** @param {import('./measure.mjs').Context} context */
async function ownSessions(context) {
  context.log(`${count} Handrail sessions`);
  const owner = 'idle-sessions';
  const script = fileURLToPath(new URL('../idle-sessions.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, String(count), `${context.origin}/shop/100`], {
    env: { ...process.env, ...marker(owner) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const ready = within(120_000, owner, once(createInterface(child.stdout), 'line'));
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`idle-sessions ended with ${code}`)));
    ended.catch(() => undefined); // it ends after the measurement, too
    await Promise.race([ready, ended]);
    return await atRest(owner);
  } finally {
    const exited = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
    child.stdin.end();
    await within(30_000, owner, exited).catch(() => undefined); // what is left is ended below
    endProcesses(ownedProcesses(owner));
  }
}

/** @param {import('./measure.mjs').Context} context */
async function peerServers(context) {
  context.log(`${count} Playwright MCP servers`);
  const owners = Array.from({ length: count }, (_, index) => `server ${index + 1}`);
  const servers = owners.map((label) => playwrightMcp({ ...context.place, label }));
  try {
    for (let start = 0; start < count; start += batch) {
      const some = servers.slice(start, start + batch);
      await Promise.all(
        some.map(async (server) => {
          const opened = await openAll([server], context.failed);
          for (const ready of await visit(opened, `${context.origin}/shop/100`, context)) await ready.observe();
        }),
      );
    }
    return await atRest(...servers.map(({ name }) => name));
  } finally {
    for (let start = 0; start < count; start += batch) await closeAll(servers.slice(start, start + batch));
  }
}

/** The memory of these owners' processes, once it no longer moves by more than 1 % in a second. @param {string[]} owners */
async function atRest(...owners) {
  let before = 0;
  for (let tries = 0; tries < 20; tries += 1) {
    const now = memoryOf(withDescendants(owners.flatMap((owner) => ownedProcesses(owner))));
    if (now.processes === 0) throw new Error('Memory can only be read from /proc.');
    if (Math.abs(now.proportional - before) < now.proportional / 100) return now;
    before = now.proportional;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('The memory never came to rest.');
}

/** @param {number | undefined} bytes */
function megabytes(bytes) {
  return bytes === undefined ? undefined : Math.round(bytes / 1e6);
}
