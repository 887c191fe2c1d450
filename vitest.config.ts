import { configDefaults, defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.js';
import { LongestFirst } from './test/longest-first.js';

/** Tests that leave nothing behind in their process: they share one, and what it has read. */
const together = [
  'test/{agent,core,journal,models,tools}/**/*.test.ts',
  'test/contract/{conversation,faults,faults-line,fuzz,fuzz-next,long-run,place-of}.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for pages as much as they work: three share two cores well, and a fourth only makes them wait for each other.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 0,
    globalSetup: ['test/support/container-engine-end.ts'],
    sequence: { sequencer: LongestFirst },
    // Real browsers on a shared machine: a run that decides something may try a failed test again; at the desk every failure is seen.
    retry: process.env.CI ? 2 : 0,
    reporters: ['default', new CountReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...together],
        },
      },
      { extends: true, test: { name: 'together', include: together, isolate: false } },
    ],
  },
});
