// Prepares a checkout: packages, build and browser, and for the tests the desktop programs. Skips everything that is already done.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-state.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureDocker } from './docker-engine.mjs';
import { ensureBrowser } from './install-browser.mjs';
import { ensureDesktop } from './install-desktop.mjs';
import { linkCommands } from './link-command.mjs';
import { fail, runCommand, ScriptError } from './run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function checkNode() {
  const range = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node;
  const parse = (/** @type {string} */ version) => version.replace(/^\D*/, '').split('.').map(Number);
  const [major = 0, minor = 0] = parse(process.versions.node);
  const [minMajor = 0, minMinor = 0] = parse(range);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  throw new ScriptError(
    'node_too_old',
    `This is Node ${process.versions.node}; Handrail needs ${range}.`,
    'Install a newer version from https://nodejs.org, then run this again.',
  );
}

function ensureBuild() {
  if (isBuilt(root)) return;
  console.log('Building …');
  const problem = runCommand(process.execPath, [join(root, 'scripts/build.mjs')], { folder: root, seconds: 600 });
  if (problem) throw new ScriptError('build_failed', `The build did not finish: ${problem}.`, 'Run `npm run build`.');
}

try {
  checkNode();
  // esbuild is the only package with an install script, and works without it.
  ensureDependencies(root, { installScripts: false });
  ensureBuild();
  linkCommands(root);
  if (process.argv.includes('--with-bench')) ensureDependencies(join(root, 'bench'), { installScripts: false });
  const built = new URL('../dist/environments/browser/launch/find-browser.js', import.meta.url);
  const finder = await import(built.href);
  if (process.argv.includes('--with-desktop')) {
    ensureDependencies(join(root, 'test/libraries'), { installScripts: false });
    ensureDesktop(root, finder.findBrowser() === undefined);
    await ensureDocker();
  }
  const browser = ensureBrowser(root, finder);
  console.log(`Handrail is set up. Browser: ${browser.path} (${browser.kind}).`);
} catch (error) {
  fail(error);
}
