import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, by what they take when nothing else runs. Their size says nothing: many only name their cases. Those with
 * containers come a little later: their image may still be in the making.
 */
const longest = [
  'tasks/solved',
  'cli/run',
  'docs',
  'environments/desktop',
  'browser/faults/sessions',
  'contract/purchase',
  'package',
  'desktop/programs',
  'browser/click-landing',
  'browser/faults/scale',
  'environments/browser',
  'cli/doctor',
  'environments/container',
  'container/programs',
  'container/faults',
  'container/input',
  'tools/container',
  'models/fara/linux',
  'desktop/faults',
  'desktop/driver-session',
  'desktop/driver-screen',
  'desktop/current',
  'desktop/desktop-up',
  'tools/desktop',
  'mcp/desktop',
  'shell/desktop',
  'mcp/answers',
  'mcp/end',
  'mcp/purchase',
  'mcp/approval',
  'browser/faults/popups',
  'browser/faults/navigation',
  'browser/faults/hang',
  'browser/faults/end',
  'browser/faults/death',
  'perception/accessibility',
  'browser/faults/cdp',
  'browser/effects-late',
  'browser/effects',
  'browser/faults/zoom',
  'browser/launch',
  'contract/calibration',
  'browser/faults/prompts',
  'browser/faults/frames',
  'browser/faults/downloads',
  'browser/connect',
  'browser/profile',
  'shell/daemon',
  'shell/pressure',
  'shell/session',
  'mcp/guide',
  'mcp/sessions',
  'cli/usage',
  'session',
  'tasks/refused',
  'journal/report',
  'tools/examples',
  'agent/run',
  'tools/call',
  'tools/extraction',
  'contract/fuzz-next',
  'contract/fuzz',
  'contract/long-run',
  'contract/faults-line',
  'contract/faults',
  'contract/conversation',
];

/** Begins with the files that take longest, so that at the end no worker is left alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ordered = sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
    // A process is shared by files of one project that follow each other.
    const isAlone = ({ project }: TestSpecification) => project.config.isolate;
    const shared = ordered.filter((file) => !isAlone(file));
    const projects = [...new Set(shared.map(({ project }) => project.name))].sort();
    return [
      ...ordered.filter(isAlone),
      ...projects.flatMap((name) => shared.filter(({ project }) => project.name === name)),
    ];
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? longest.length : rank;
}
