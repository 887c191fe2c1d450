import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Errors of a file or a suite itself (an import, a hook): they fail a run as much as a test does. */
function countOwnErrors(group: TestModule | TestSuite): number {
  const inside = [...group.children.suites()].map(countOwnErrors);
  return inside.reduce((sum, count) => sum + count, group.errors().length);
}

function countResults(module: TestModule): Counts {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((candidate) => candidate === state).length;
  return {
    passed: count('passed'),
    failed: count('failed') + count('pending') + countOwnErrors(module),
    skipped: count('skipped'),
  };
}

/** `N passed, N failed`, and `, N skipped` when some were. */
function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function isFlaky(test: TestCase): boolean {
  return test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0;
}

/** Prints the seed of the sampled cases, then the tests that passed only on a retry, then one line of counts. */
export class CountReporter implements Reporter {
  onTestRunStart(): void {
    console.log(`Sampled cases: ${sampling()}`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const total: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const counts of modules.map(countResults))
      for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
    const flaky = modules.flatMap((module) => [...module.children.allTests()].filter(isFlaky));
    console.log(`Sampled cases: ${sampling()}`);
    console.log(`Passed only on a retry: ${flaky.length === 0 ? 'none' : flaky.length}`);
    for (const test of flaky) console.log(`  ${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`);
    console.log(closingLine(total));
  }
}

function sampling(): string {
  if (process.env.HANDRAIL_LONG) return 'all';
  const seed = process.env.HANDRAIL_TEST_SEED;
  return `seed ${seed} (repeat with HANDRAIL_TEST_SEED=${seed})`;
}
