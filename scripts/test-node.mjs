// Runs the tests on another version of Node: `npm run test:node -- 24 [parameters of vitest]`. The registry package holds the binary.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, runCommand, ScriptError } from './run-command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const maxInstallSeconds = 300;
const maxTestSeconds = 7_200;

/** Installs the newest release of a major version and returns the folder of its programs. @param {string} major */
function installNode(major) {
  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, '.dev', `node-${major}`);
  const programs = join(folder, 'node_modules', packageName, 'bin');
  if (existsSync(join(programs, 'node'))) return programs;
  const parameters = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${packageName}@${major}`];
  const problem = runCommand('npm', parameters, { folder: root, seconds: maxInstallSeconds });
  if (problem || !existsSync(programs) || !readdirSync(programs).includes('node'))
    throw new ScriptError(
      'node_missing',
      `Node ${major} could not be installed.`,
      `Try: npm install ${packageName}@${major}`,
    );
  return programs;
}

try {
  const [major = '', ...parameters] = process.argv.slice(2);
  if (!/^\d+$/.test(major))
    throw new ScriptError('usage', 'Which version of Node?', 'For example: npm run test:node -- 24');
  const programs = installNode(major);
  const env = { PATH: `${programs}${delimiter}${process.env.PATH}` };
  const node = join(programs, 'node');
  runCommand(node, ['--version'], { folder: root, seconds: 10 });
  const run = (/** @type {string[]} */ ...command) =>
    runCommand(node, command, { folder: root, seconds: maxTestSeconds, env });
  if (run('scripts/setup.mjs', '--with-desktop') || run('scripts/test.mjs', ...parameters)) process.exitCode = 1;
} catch (error) {
  fail(error);
}
