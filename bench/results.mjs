import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMet } from './measures/measure.mjs';

const path = fileURLToPath(new URL('./results/latest.json', import.meta.url));

/**
 * Writes bench/results/latest.json: the machine, the versions, and every sample.
 * @param {{ quick: boolean, version: string, results: Record<string, { targets: object[] }>, failures: object[], seconds: number }} run
 */
export async function saveResults({ quick, version, results, failures, seconds }) {
  const content = {
    date: new Date().toISOString(),
    quick,
    seconds: Math.round(seconds),
    machine: {
      system: `${process.platform} ${release()} ${process.arch}`,
      processor: cpus()[0]?.model,
      cores: cpus().length,
      memoryBytes: totalmem(),
    },
    versions: { node: process.version, browser: version, handrail: await ownVersion(), ...(await peerVersions()) },
    failures,
    targets: Object.values(results).flatMap((result) =>
      result.targets.map((target) => ({ ...target, met: isMet(target) })),
    ),
    results,
  };
  await mkdir(new URL('./results/', import.meta.url), { recursive: true });
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
  return { path, content };
}

async function ownVersion() {
  return JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version;
}

async function peerVersions() {
  return JSON.parse(await readFile(new URL('./package.json', import.meta.url), 'utf8')).dependencies;
}
