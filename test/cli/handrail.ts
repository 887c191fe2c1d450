import { type ChildProcess, type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { isBuilt } from '../../scripts/build-state.mjs';
import { looks } from '../support/looks.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = join(root, 'dist/doors/cli/main.js');

/** The tests start the built command line, as users do. */
export function ensureBuilt(): void {
  if (!isBuilt(root)) execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root });
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  ended: Promise<Ended>;
}

export interface StartOptions {
  folder: string;
  input?: string;
  env?: NodeJS.ProcessEnv;
}

const running = new Set<ChildProcess>();

/** The output of a process so far. The object changes while the process prints. */
export function collectOutput(child: ChildProcessWithoutNullStreams): { stdout: string; stderr: string } {
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  return printed;
}

/** Starts `handrail …` in a folder, without a terminal. */
export function start(parameters: readonly string[], { folder, input = '', env = {} }: StartOptions): Started {
  const { FORCE_COLOR: _, NO_COLOR: __, HANDRAIL_HOME: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [program, ...parameters], { cwd: folder, env: { ...inherited, ...env } });
  running.add(child);
  const printed = collectOutput(child);
  child.stdin.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, ...printed });
    });
  });
  return { child, output: () => printed.stdout, ended };
}

/** Runs `handrail …` to its end. */
export async function handrail(parameters: readonly string[], options: StartOptions): Promise<Ended> {
  return start(parameters, options).ended;
}

export function endStarted(): void {
  for (const child of running) child.kill('SIGKILL');
}

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-cli-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Writes the turns of a scripted model and returns the name of the model. */
export function script(folder: string, turns: readonly unknown[]): string {
  const path = join(folder, `script-${turns.length}-${Math.random().toString(36).slice(2, 8)}.json`);
  writeFileSync(path, JSON.stringify(turns));
  return `scripted:${path}`;
}

/** All descendants of a process, from /proc. */
export function descendants(of: number | undefined): number[] {
  const parents = new Map(listProcesses());
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent !== 0 && (parent === of || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** The processes of the list that still run. */
export function alive(pids: readonly number[]): number[] {
  const now = new Map(listProcesses());
  return pids.filter((pid) => now.has(pid));
}

function listProcesses(): [number, number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): [number, number][] => {
      const stat = readStat(name);
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === undefined || state === '' || state === 'Z' ? [] : [[Number(name), Number(parent)]];
    });
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // the process has ended in the meantime
  }
}

/** Waits until a condition outside this process holds. */
export async function until(holds: () => boolean, what: string, limitMs = 40_000): Promise<void> {
  for await (const _ of looks(limitMs)) if (holds()) return;
  throw new Error(`Not true within ${limitMs} ms: ${what}`);
}

/** A folder for all tests of the file. The program is built before, and the folder is removed after them. */
export function useFolder(): { readonly path: string } {
  let path = '';
  beforeAll(() => {
    ensureBuilt();
    path = temporaryFolder();
  }, 120_000);
  afterAll(removeFolders);
  return {
    get path() {
      return path;
    },
  };
}
