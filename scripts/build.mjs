// Builds the page bundle, then dist. With --page: only the page bundle, which is all that tests on src need.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sourceHash } from './build-state.mjs';
import { linkCommand } from './link-command.mjs';
import { fail, runCommand, ScriptError } from './run-command.mjs';
import { writeStamp } from './stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const buildPrefix = '.dist-';

/** Bundles the code that runs inside pages into a module that holds it as a string. */
async function buildPage() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/perception/page/index.ts'],
    bundle: true,
    format: 'iife',
    target: ['chrome110', 'firefox115', 'safari16'],
    minifyWhitespace: true,
    legalComments: 'none',
    write: false,
  });
  const source = outputFiles[0]?.text ?? '';
  const text = `// Made by scripts/build.mjs from src/perception/page. Do not edit.\nexport const pageSource: string = ${JSON.stringify(source)};\n`;
  const path = join(root, 'src/perception/page.generated.ts');
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Renames unless that fails for one of the reasons in `expected`. @param {string} from @param {string} to @param {string[]} expected */
function tryRename(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && expected.includes(String(error.code))) return false;
    throw error;
  }
}

/** Puts a finished build in the place of dist. Another build may do the same at the same time: the last one stays. @param {string} finished */
function replaceDist(finished) {
  const dist = join(root, 'dist');
  const old = `${finished}-old`;
  for (let tries = 0; tries < 10; tries += 1) {
    tryRename(dist, old, ['ENOENT']);
    const isDone = tryRename(finished, dist, ['ENOTEMPTY', 'EEXIST']);
    rmSync(old, { recursive: true, force: true });
    if (isDone) return;
  }
  throw new ScriptError('build_failed', 'dist is being replaced by other builds.', 'Let them end and build again.');
}

/** Compiles into a folder of its own, so that nothing stale is ever in dist and a failed build leaves it alone. */
function buildDist() {
  const folder = join(root, `${buildPrefix}${process.pid}`);
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const parameters = [compiler, '-p', 'tsconfig.json', '--outDir', folder];
    const problem = runCommand(process.execPath, parameters, { folder: root, seconds: 300 });
    if (problem)
      throw new ScriptError('build_failed', `tsc: ${problem}.`, 'Mend what it printed above and build again.');
    replaceDist(folder);
  } finally {
    for (const leftover of [folder, `${folder}-old`]) rmSync(leftover, { recursive: true, force: true });
  }
}

/** Builds that were killed leave their folder behind. */
function removeAbandoned() {
  for (const name of readdirSync(root).filter((candidate) => candidate.startsWith(buildPrefix))) {
    const owner = Number.parseInt(name.slice(buildPrefix.length), 10);
    if (!isRunning(owner)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** @param {number} id */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

try {
  const hash = sourceHash(root);
  await buildPage();
  if (!process.argv.includes('--page')) {
    removeAbandoned();
    buildDist();
    linkCommand(root);
    writeStamp(root, 'build', hash);
  }
} catch (error) {
  fail(error);
}
