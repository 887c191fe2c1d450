// Feeds malformed replies to the parser of every model: `npm run fuzz`, or `npm run fuzz -- 5000 google` for fewer replies and one model.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [count = '100000', name] = process.argv.slice(2);
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/contract/fuzz', '--reporter=verbose', ...(name ? ['-t', name] : [])],
  { stdio: 'inherit', env: { ...process.env, HANDRAIL_FUZZ_RUNS: count } },
);
process.exit(status ?? 1);
