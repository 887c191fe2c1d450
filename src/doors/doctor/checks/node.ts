import { readFileSync } from 'node:fs';
import type { Check } from '../check.js';

export const nodeCheck: Check = {
  name: 'node',
  limitMs: 5_000,
  trials: () => [
    {
      name: 'node',
      run() {
        const floor = oldestNode();
        const says = `Node ${process.versions.node}`;
        if (isAtLeast(process.versions.node, floor)) return { state: 'works', says: `${says}; ${floor} is enough.` };
        return {
          state: 'fails',
          says: `${says} is too old; ${floor} is needed.`,
          fix: 'Install a newer one with `nvm install 22`, or from https://nodejs.org.',
        };
      },
    },
  ],
};

function oldestNode(): string {
  const { engines } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  return String(engines.node).replace(/^>=/, '');
}

function isAtLeast(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = floor.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
