import type { Reporter, TestModule, TestSuite } from 'vitest/node';

/** Errors of a file or a suite itself (an import, a hook): they fail a run as much as a test does. */
function countOwnErrors(group: TestModule | TestSuite): number {
  const inside = [...group.children.suites()].map(countOwnErrors);
  return inside.reduce((sum, count) => sum + count, group.errors().length);
}

/** Ends a run with one plain line: `N passed, N failed`, and `, N skipped` when some were. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((candidate) => candidate === state).length;
    const errors = modules.reduce((sum, module) => sum + countOwnErrors(module), unhandledErrors.length);
    const failed = count('failed') + count('pending') + errors;
    const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
    process.stdout.write(`${count('passed')} passed, ${failed} failed${skipped}\n`);
  }
}
