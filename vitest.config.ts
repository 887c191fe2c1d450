import { configDefaults, defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.js';
import { LongestFirst } from './test/longest-first.js';

/** Tests that leave nothing behind in their process: they share one, and what it has read. */
const together = [
  'test/{agent,cli,contract,core,journal,mcp,models,perception,shell,tasks,tools}/**/*.test.ts',
  'test/browser/{actions,address,clobbered,effects*,pictures,read,safe-name,upload-paths}.test.ts',
  'test/browser/faults-{cdp,death,dialogs,downloads,end,frames,hang,navigation,popups,prompts,scale,stale,uploads,zoom}.test.ts',
  'test/environments/browser.test.ts',
  'test/{rooms,session,shop}.test.ts',
];

/** Of those, what puts other modules in the place of ours, and what has a desktop or a container of its own. */
const apart = [
  'test/perception/{accessibility,lazy-tokens,sharp-missing}.test.ts',
  'test/{mcp,shell,tools}/desktop.test.ts',
  'test/tools/container.test.ts',
  'test/models/fara-linux.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for pages, programs and containers as much as they work: four share two cores.
    maxWorkers: 4,
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
          globalSetup: 'test/build-image.ts',
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apart },
      },
      {
        extends: true,
        test: { name: 'together', include: together, exclude: [...configDefaults.exclude, ...apart], isolate: false },
      },
    ],
  },
});
