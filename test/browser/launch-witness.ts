import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { looks } from '../support/looks.js';

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process ended between the look and the read
  }
}

/** Every process of a group, as the system tells it. The dead are left out, unless it is on us to bury them. */
export function processesOf(group: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      const [state, parent, itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(itsGroup) !== group || (state === 'Z' && Number(parent) !== process.pid)) return [];
      return [`${name} ${state}`];
    });
}

export const commandLineOf = (pid: number) => read(`/proc/${pid}/cmdline`).split('\0');
export const environmentOf = (pid: number) => read(`/proc/${pid}/environ`).split('\0');

/** The profile folder of a running browser. */
export function profileOf(pid: number): string {
  return (
    commandLineOf(pid)
      .findLast((part) => part.startsWith('--user-data-dir='))
      ?.slice('--user-data-dir='.length) ?? ''
  );
}

/** The temporary folders that a process of ours made. */
export function foldersOf(owner: number): string[] {
  return readdirSync(tmpdir()).filter(
    (name) => name.startsWith('handrail-') && name.split('-').at(-2) === String(owner),
  );
}

/** Looks again and again until `check` holds, and says how long that took. */
export async function eventually(check: () => boolean | Promise<boolean>, limitMs: number): Promise<number> {
  const start = performance.now();
  for await (const _ of looks(limitMs)) if (await check()) return performance.now() - start;
  throw new Error(`It did not come true within ${limitMs} ms: ${check}`);
}

const running = new Set<ChildProcess>();

/** Ends the scripts that a failed test left behind. */
export function endScripts(): void {
  for (const child of running) child.kill('SIGKILL');
}

export interface Script {
  child: ChildProcess;
  pid: number;
  /** The first line it prints that starts with this word, without the word. */
  said(word: string): Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Runs TypeScript in a process of its own. Paths of imports start at the root of the repository. */
export async function runScript(source: string, env: NodeJS.ProcessEnv = {}): Promise<Script> {
  const folder = join(repository, 'node_modules/.cache/handrail-test');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `script-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: repository, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [outfile], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      rmSync(outfile, { force: true });
      resolve({ code, signal });
    });
  });
  const said = async (word: string) => {
    const line = () =>
      output
        .split('\n')
        .slice(0, -1)
        .find((candidate) => candidate.startsWith(`${word} `));
    await eventually(() => line() !== undefined || child.exitCode !== null, 20_000);
    const found = line();
    if (found === undefined) throw new Error(`It ended without saying "${word}":\n${output}`);
    return found.slice(word.length + 1);
  };
  return { child, pid: child.pid ?? 0, said, ended };
}
