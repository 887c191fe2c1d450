import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

const options = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=60'];

/** True if packages can be installed without asking the user. */
export function canInstall() {
  return process.getuid?.() === 0 && isDebian();
}

/** Only Debian itself: on other systems a package of the same name may be something else. */
function isDebian(release = '/etc/os-release') {
  try {
    return /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'));
  } catch {
    return false; // not Linux, or a system without this file
  }
}

/** Returns the packages that are not installed. @param {readonly string[]} packages */
export function missingPackages(packages) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query replaces these
  const format = '-f=${db:Status-Status} ${Package}\n';
  const { stdout } = spawnSync('dpkg-query', ['-W', format, ...packages], { encoding: 'utf8', timeout: 20_000 });
  const installed = new Set(
    (stdout ?? '')
      .split('\n')
      .filter((line) => line.startsWith('installed '))
      .map((line) => line.slice('installed '.length)),
  );
  return packages.filter((name) => !installed.has(name));
}

/** Installs packages in one run. Returns the problem, or an empty string. @param {string} root @param {readonly string[]} packages */
export function installPackages(root, packages) {
  const where = { folder: root, seconds: 900, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = runCommand('apt-get', [...options, 'update'], where);
  const install = runCommand('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], where); // outdated lists may be sufficient
  return [update && `apt-get update: ${update}`, install && `apt-get install: ${install}`].filter(Boolean).join(', ');
}

/** The command for the user. @param {readonly string[]} packages */
export function installCommand(packages) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}
