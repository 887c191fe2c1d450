import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { help, readOptions } from './options.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const options = parse();

if (!options) {
  process.exitCode = 2;
} else if (options.help) {
  process.stdout.write(help);
} else {
  installPeers();
  const { bench } = await import('./bench.mjs');
  process.exitCode = await bench(options);
}

function parse() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}`);
    return undefined;
  }
}

/** Installs the peers into this folder only, so that Handrail does not depend on them. */
function installPeers() {
  if (existsSync(new URL('./node_modules', import.meta.url))) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(1);
}
