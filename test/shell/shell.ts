import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alive, descendants, type Ended, ensureBuilt, until } from '../cli/handrail.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const client = join(root, 'bin/handrail');
export const main = join(root, 'dist/doors/cli/main.js');

/** The pointer file of a build: by default that of this checkout. */
export function pointerPath(folder: string, build: string = root): string {
  const { dev, ino, mtimeMs } = statSync(join(build, 'dist/doors/daemon/main.js'));
  return join(folder, `daemon-${dev}-${ino}-${Math.floor(mtimeMs / 1_000)}.pointer`);
}

/** The id of the process that a pointer file names. */
export function pointedTo(path: string): number {
  return Number(readFileSync(path, 'utf8').split('\n')[3]);
}

export interface RunOptions {
  input?: string;
  env?: NodeJS.ProcessEnv;
  folder?: string;
  /** The program to start. Default: bin/handrail. */
  program?: readonly [string, ...string[]];
}

/** A shell with its own folder, background process and sessions. */
export interface TestShell {
  folder: string;
  runtime: string;
  /** Runs `handrail …` to its end. */
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Runs `handrail …`, which must succeed, and returns its output. */
  output(...words: string[]): Promise<string>;
  start(words: readonly string[], options?: RunOptions): ReturnType<typeof spawn>;
  /** The id of the background process of this checkout, if there is one. */
  daemon(): number | undefined;
  /** Ends all processes and checks that none is left. */
  end(): Promise<void>;
}

export function openShell(extra: NodeJS.ProcessEnv = {}): TestShell {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'handrail-shell-'));
  const runtime = join(folder, 'runtime');
  const { FORCE_COLOR: _, HANDRAIL_HOME: __, HANDRAIL_SESSION: ___, ...inherited } = process.env;
  const own = { ...inherited, HANDRAIL_RUNTIME: runtime, ...extra };
  const seen = new Set<number>();

  function start(words: readonly string[], { env = {}, folder: at = folder, program = [client] }: RunOptions = {}) {
    const [command, ...before] = program;
    return spawn(command, [...before, ...words], { cwd: at, env: { ...own, ...env } });
  }

  async function run(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = start(words, options);
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdin?.on('error', () => undefined); // a command that reads no input may end first
    child.stdin?.end(options.input ?? '');
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    for (const pid of daemons()) seen.add(pid);
    return { code, stdout, stderr };
  }

  function daemon(): number | undefined {
    const path = pointerPath(runtime);
    return existsSync(path) ? pointedTo(path) : undefined;
  }

  /** The background processes of all builds. */
  function daemons(): number[] {
    const files = existsSync(runtime) ? readdirSync(runtime).filter((file) => file.endsWith('.pointer')) : [];
    return files.map((file) => pointedTo(join(runtime, file)));
  }

  return {
    folder,
    runtime,
    run,
    start,
    daemon,
    async output(...words) {
      const { code, stdout, stderr } = await run(words);
      if (code !== 0) throw new Error(`handrail ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`);
      return stdout;
    },
    async end() {
      const left = [...seen].flatMap((pid) => [pid, ...descendants(pid)]);
      for (const pid of seen) if (alive([pid]).length > 0) process.kill(pid, 'SIGTERM');
      try {
        await until(() => alive(left).length === 0, 'background process and browser are gone', 10_000);
      } finally {
        for (const pid of alive(left)) spawnSync('kill', ['-9', String(pid)]);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The id of the element whose line contains the text. */
export function idOf(map: string, words: string): string {
  const line = map.split('\n').find((one) => one.includes(words));
  const id = line && /\[(el_\d+)\]/.exec(line.slice(0, line.indexOf(words)))?.[1];
  if (!id) throw new Error(`No "${words}" in:\n${map}`);
  return id;
}

/** Opens shells and ends all of them together. */
export function createShells(): { open(env?: NodeJS.ProcessEnv): TestShell; endAll(): Promise<void> } {
  const shells: TestShell[] = [];
  return {
    open(env = {}) {
      const shell = openShell(env);
      shells.push(shell);
      return shell;
    },
    async endAll() {
      await Promise.all(shells.splice(0).map((shell) => shell.end()));
    },
  };
}

/** The id of the background process, which must exist. */
export function daemonOf(shell: TestShell): number {
  const pid = shell.daemon();
  if (pid === undefined) throw new Error('There is no background process.');
  return pid;
}

/** Waits until the session is busy. */
export async function waitUntilBusy(shell: TestShell, name: string): Promise<void> {
  const isAtWork = new RegExp(`^${name} .*busy`, 'm');
  while (!isAtWork.test(await shell.output('sessions')));
}
