import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rect } from '../../src/core/geometry.js';
import { looks } from '../support/looks.js';
import type { Command, Stage } from './stage.js';

/** The program with the widgets, as a person would start it: `python3 <path> <folder>`. */
export const programPath = fileURLToPath(new URL('../fixtures/stage.py', import.meta.url));

/** The word of a program that writes down what reaches it, in a folder that it shares with us. */
export interface Program extends Pick<Stage, 'log' | 'places' | 'tell'> {
  folder: string;
  /** Waits until it stands on the screen. */
  started(): Promise<void>;
  remove(): void;
}

const answerMs = 20_000;

export function shareFolder(): Program {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-stage-'));
  mkdirSync(folder, { recursive: true });
  let count = 0;

  function read(name: string): string | undefined {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined; // not said yet
      throw error;
    }
  }

  async function until(holds: () => boolean, what: string): Promise<void> {
    for await (const _ of looks(answerMs, 5)) if (holds()) return;
    throw new Error(`The program did not answer in time: ${what}`);
  }

  async function order(command: Command | 'places'): Promise<void> {
    count += 1;
    writeFileSync(join(folder, 'command.new'), `${count} ${command}`);
    renameSync(join(folder, 'command.new'), join(folder, 'command'));
    await until(() => read('done') === String(count), command);
  }

  return {
    folder,
    started: () => until(() => read('log') !== undefined, 'to be started'),
    tell: order,
    async log() {
      const text = read('log') ?? '';
      return text === '' ? [] : text.split('\n');
    },
    async places() {
      await order('places');
      const told: Record<string, Rect> = JSON.parse(read('places') ?? '{}');
      return told;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
