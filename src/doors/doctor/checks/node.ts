import { readFileSync } from 'node:fs';
import { packagePath } from '../../../environments/processes/package-paths.js';
import type { Check } from '../check.js';

export const nodeCheck: Check = {
  name: 'node',
  timeoutMs: 5_000,
  trials: () => [
    {
      name: 'node',
      run() {
        const required = readRequiredVersion();
        const installed = process.versions.node;
        if (isAtLeast(installed, required))
          return { status: 'ok', message: `Node ${installed}; ${required} or later is required.` };
        return {
          status: 'failed',
          message: `Node ${installed} is too old; ${required} or later is required.`,
          fix: 'Install a newer version with `nvm install 22`, or from https://nodejs.org.',
        };
      },
    },
  ],
};

function readRequiredVersion(): string {
  const { engines } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
  return String(engines.node).replace(/^>=/, '');
}

function isAtLeast(version: string, required: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number);
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor);
}
