import { type ChildProcess, spawn } from 'node:child_process';
import { findBrowser } from '../../../src/environments/browser/launch/find-browser.js';
import { eventually } from '../launch-witness.js';

/** A browser that its user started, without Playwright, with an open debugging port. */
export interface UserBrowser {
  process: ChildProcess;
  http: string;
  socket: string;
  port: number;
  /** Kills the browser and waits for the end of its process. */
  end(): Promise<void>;
}

export async function startUserBrowser(
  profile: string,
  url: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<UserBrowser> {
  const child = spawn(
    findBrowser()?.path ?? 'chromium',
    [
      '--headless',
      '--no-first-run',
      '--disable-gpu',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      url,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env },
  );
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  await eventually(() => /listening on ws:\S+\s/.test(output), 20_000);
  const socket = /listening on (ws:\S+)/.exec(output)?.[1] ?? '';
  const port = Number(new URL(socket).port);
  return {
    process: child,
    http: `http://127.0.0.1:${port}`,
    socket,
    port,
    async end() {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await eventually(() => child.exitCode !== null || child.signalCode !== null, 5_000);
    },
  };
}
