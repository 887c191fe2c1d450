import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.js';
import { LongestFirst } from './test/longest-first.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Tests wait for pages as much as they work: three share two cores well, and a fourth only makes them wait for each other.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 0,
    sequence: { sequencer: LongestFirst },
    // Real browsers on a shared machine: a run that decides something may try a failed test again; at the desk every failure is seen.
    retry: process.env.CI ? 2 : 0,
    reporters: ['default', new CountReporter()],
  },
});
