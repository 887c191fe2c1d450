import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { testSeed } from './scripts/test-seed.mjs';
import { CountReporter } from './test/count-reporter.js';
import { LongestFirst } from './test/longest-first.js';

/** Test files that leave no state in their process share one process and its loaded modules. Those about the browser itself: */
const aboutBrowser = [
  'test/browser/{actions,url,clobbered,effects*,pictures,read,safe-name,upload-paths}.test.ts',
  'test/browser/faults/{cdp,death,dialogs,downloads,end,frames,hang,navigation,popups,prompts,scale,stale,uploads,zoom}.test.ts',
  'test/environments/{browser,playwright-only}.test.ts',
  'test/cli/doctor*.test.ts',
];

/** And those that only use a browser. */
const usingBrowser = [
  'test/{agent,cli,contract,core,journal,libraries,mcp,models,perception,phrases,rails,screen,shell,steps,tasks,tools}/**/*.test.ts',
  'test/{rooms,session,shop}.test.ts',
];

/** Of those, the files that mock modules or start their own desktop or container. */
const mocked = [
  'test/perception/{accessibility,lazy-tokens,sharp-missing}.test.ts',
  'test/{mcp,shell,tools}/desktop.test.ts',
  'test/tools/container.test.ts',
  'test/models/fara/linux.test.ts',
];

/** Test files that only `npm run long` runs: they pack the package and install it into an empty folder. */
const longOnly = process.env.HANDRAIL_LONG ? [] : ['test/package.test.ts'];

/**
 * The browser for tests that only use one. It starts with a third of the computing time of Chromium. `npm run long` runs all tests in Chromium.
 */
const headlessShell = '/usr/bin/chromium-headless-shell';
const browserInUse: Record<string, string> =
  process.env.HANDRAIL_LONG || process.env.HANDRAIL_BROWSER || !existsSync(headlessShell)
    ? {}
    : { HANDRAIL_BROWSER: headlessShell };

// Workers inherit the environment, so all of them sample the same cases.
process.env.HANDRAIL_TEST_SEED = testSeed();

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for pages, programs and containers about as long as they compute: four workers fill two cores.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 0,
    globalSetup: ['test/support/container-engine-end.ts'],
    sequence: { sequencer: LongestFirst },
    // CI retries a failed test, and the final lines list it. Locally, failed tests are not retried.
    retry: process.env.CI ? 2 : 0,
    reporters: ['default', new CountReporter()],
    // Transformed modules are stored between runs: a second run does not transform them again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'own process',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...aboutBrowser, ...usingBrowser, ...longOnly],
          globalSetup: 'test/build-image.ts',
        },
      },
      {
        extends: true,
        test: { name: 'own modules', include: mocked },
      },
      {
        extends: true,
        test: {
          name: 'about the browser',
          include: aboutBrowser,
          exclude: [...configDefaults.exclude, ...mocked],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'using a browser',
          include: usingBrowser,
          exclude: [...configDefaults.exclude, ...mocked, ...aboutBrowser],
          isolate: false,
          env: browserInUse,
        },
      },
    ],
  },
});
