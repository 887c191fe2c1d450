import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

export interface BareDisplay {
  display: string;
  start(command: string, ...parameters: string[]): ChildProcess;
  run(command: string, ...parameters: string[]): Promise<string>;
  kill(): void;
  close(): Promise<void>;
}

/** A display with nothing on it, not even a window manager. With `authority`: one that asks for the cookie in that file. */
export async function openBareDisplay({
  authority,
  without,
}: {
  authority?: string;
  without?: string;
} = {}): Promise<BareDisplay> {
  if (authority)
    await promisify(execFile)('xauth', ['-f', authority, 'add', ':0', '.', '0123456789abcdef0123456789abcdef']);
  const screen = ['-screen', '0', '1280x800x24', '-nolisten', 'tcp', '-noreset', '-displayfd', '3'];
  const server = spawn(
    'Xvfb',
    [...screen, ...(authority ? ['-auth', authority] : []), ...(without ? ['-extension', without] : [])],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [first] = await once(server.stdio[3] as Readable, 'data'); // asked for as a pipe
  const display = `:${String(first).trim()}`;
  if (authority) {
    await promisify(execFile)('xauth', ['-f', authority, 'add', display, '.', '0123456789abcdef0123456789abcdef']);
  }
  const env = { ...process.env, DISPLAY: display, LANG: 'C.UTF-8' };
  const children: ChildProcess[] = [];
  return {
    display,
    start(command, ...parameters) {
      const child = spawn(command, parameters, { env, stdio: 'ignore' });
      children.push(child);
      return child;
    },
    run: async (command, ...parameters) =>
      (await promisify(execFile)(command, parameters, { env, timeout: 10_000 })).stdout,
    kill: () => server.kill('SIGKILL'),
    async close() {
      for (const child of children) child.kill();
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}
