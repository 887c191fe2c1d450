import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import { type Counts, closingLine, totalOf } from '../scripts/test-counts.mjs';

/** Errors of a file or a suite itself (an import, a hook): they fail a run as much as a test does. */
function countOwnErrors(group: TestModule | TestSuite): number {
  const inside = [...group.children.suites()].map(countOwnErrors);
  return inside.reduce((sum, count) => sum + count, group.errors().length);
}

function countsOf(module: TestModule): Counts {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((candidate) => candidate === state).length;
  return {
    passed: count('passed'),
    failed: count('failed') + count('pending') + countOwnErrors(module),
    skipped: count('skipped'),
  };
}

/** Ends a run with one plain line of counts, or writes them, file by file, to where HANDRAIL_TEST_COUNTS says. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const files = Object.fromEntries(
      modules.map((module) => [relative(process.cwd(), module.moduleId), countsOf(module)]),
    );
    const place = process.env.HANDRAIL_TEST_COUNTS;
    if (place) writeFileSync(place, JSON.stringify({ files, stray: unhandledErrors.length }));
    else console.log(closingLine(totalOf(files, unhandledErrors.length)));
  }
}
