import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand, ScriptError } from './run-command.mjs';
import { hashFiles, hasStamp, writeStamp } from './stamp.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage */

/** @param {string} path @returns {Record<string, LockedPackage>} */
const readLock = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** True if a package supports this machine. @param {LockedPackage} installed */
const fitsMachine = ({ os = [process.platform], cpu = [process.arch] }) =>
  os.includes(process.platform) && cpu.includes(process.arch);

/** True if npm's record of the installed packages matches the lockfile. @param {string} folder */
function matchesLock(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readLock(record);
  const { '': _project, ...locked } = readLock(join(folder, 'package-lock.json'));
  return (
    Object.entries(installed).every(
      ([path, present]) => locked[path] && fitsMachine(present) && existsSync(join(folder, path)),
    ) &&
    Object.entries(locked).every(([path, wanted]) => {
      const present = installed[path];
      if (!present) return wanted.optional === true; // for another system
      return present.version === wanted.version && present.integrity === wanted.integrity;
    })
  );
}

/** @param {string} folder @param {string[]} parameters */
function runNpm(folder, parameters) {
  const own = process.env.npm_execpath; // set when npm started us
  if (own && basename(own) === 'npm-cli.js') {
    return runCommand(process.execPath, [own, ...parameters], { folder, seconds: 900 });
  }
  return runCommand('npm', parameters, { folder, seconds: 900, shell: process.platform === 'win32' });
}

/**
 * Installs the packages of package-lock.json unless they are installed. Returns true if it installed something.
 * @param {string} folder
 * @param {{ installScripts: boolean }} options
 */
export function ensureDependencies(folder, { installScripts }) {
  if (!existsSync(join(folder, 'package-lock.json'))) {
    throw new ScriptError(
      'lock_missing',
      `${folder} has no package-lock.json.`,
      'Restore it: `git checkout package-lock.json`.',
    );
  }
  const hash = hashFiles(folder, ['package-lock.json'], [process.platform, process.arch]);
  if (hasStamp(folder, 'dependencies', hash)) return false;
  if (matchesLock(folder)) {
    writeStamp(folder, 'dependencies', hash);
    return false;
  }
  console.log(`Installing the packages of ${folder} (npm ci) …`);
  const scripts = installScripts ? [] : ['--ignore-scripts'];
  const problem = runNpm(folder, ['ci', '--include=dev', '--no-audit', '--no-fund', ...scripts]);
  if (problem) {
    throw new ScriptError(
      'install_failed',
      `npm ci: ${problem}.`,
      `See the errors above, then run \`npm ci\` in ${folder}.`,
    );
  }
  writeStamp(folder, 'dependencies', hash);
  return true;
}
