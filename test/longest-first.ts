import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, by what they take when nothing else runs. Their size says nothing: many only name their cases. */
const longest = [
  'tasks/solved',
  'contract/purchase',
  'contract/calibration',
  'browser/click-landing',
  'browser/faults-sessions',
  'browser/effects',
  'cli/run',
  'browser/effects-late',
  'browser/launch',
  'browser/faults-death',
  'browser/faults-hang',
  'browser/faults-cdp',
  'browser/faults-popups',
  'browser/faults-prompts',
  'browser/faults-scale',
  'browser/faults-zoom',
  'browser/faults-end',
  'perception/accessibility',
  'docs',
  'session',
  'browser/effects-pages',
  'browser/faults-navigation',
  'browser/faults-frames',
  'package',
  'tasks/refused',
  'browser/faults-downloads',
  'browser/connect',
  'browser/profile',
  'tools/examples',
  'journal/report',
  'agent/run',
  'tools/call',
  'tools/extraction',
  'contract/long-run',
  'contract/faults-line',
  'contract/faults',
  'contract/fuzz-next',
  'contract/conversation',
  'contract/fuzz',
];

/** Begins with the files that take longest, so that at the end no worker is left alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ordered = sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
    // A process is shared by files that follow each other.
    const isAlone = ({ project }: TestSpecification) => project.config.isolate;
    return [...ordered.filter(isAlone), ...ordered.filter((file) => !isAlone(file))];
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? longest.length : rank;
}
