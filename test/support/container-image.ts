import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEngine } from '../../scripts/docker-engine.mjs';
import { type Engine, findEngine } from '../../src/environments/container/engine/engine.js';
import { hasImage } from '../../src/environments/container/image/base-image.js';
import { desktopImageName, ensureDesktopImage } from '../../src/environments/container/image/desktop-image.js';
import { isProcessAlive } from './process-alive.js';

/** The programs that tests use. */
export const testPackages = [
  'galculator',
  'mousepad',
  'thunar',
  'libreoffice-calc',
  'libreoffice-gtk3',
  'tesseract-ocr',
  'python3-gi',
  'gir1.2-gtk-3.0',
];

/** The time limit of a `beforeAll` that needs the image. The image is built once on a machine. */
export const imageMs = 900_000;
const lock = join(tmpdir(), 'handrail-test-image.lock');

/** Starts the engine and builds the test image where they are missing. One worker builds; the others wait. */
export async function testImage(): Promise<{ engine: Engine; image: string }> {
  while (!takeLock()) await wait(300);
  try {
    await startEngine();
    const engine = await findEngine();
    const image = await desktopImageName(testPackages);
    if (!(await hasImage(engine, image)))
      await ensureDesktopImage(engine, testPackages, { note: (text) => console.log(text) });
    return { engine, image };
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** False while another running process has the lock. */
function takeLock(): boolean {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (!isProcessAlive(holderOf())) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function holderOf(): number {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return process.ppid; // the lock folder exists and its pid file does not yet
  }
}
