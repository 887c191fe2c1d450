import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 0,
    reporters: ['default', new CountReporter()],
  },
});
