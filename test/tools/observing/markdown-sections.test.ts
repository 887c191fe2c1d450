import { describe, expect, it } from 'vitest';
import { findSection, listHeadings } from '../../../src/tools/read/markdown-sections.js';

const page =
  '# Guide\n\nIntro\n\n## Install [edit](/edit)\n\nRun it.\n\n```\n# no heading\n```\n\n### Linux\n\napt\n\n## Use\n\nStart.\n\n## Use\n\nAgain.';

describe('The sections of a page', () => {
  it('begin with a heading and end before the next one of its level', () => {
    expect(findSection(page, 'install edit')).toBe(
      '## Install [edit](/edit)\n\nRun it.\n\n```\n# no heading\n```\n\n### Linux\n\napt',
    );
    expect(findSection(page, 'Linux')).toBe('### Linux\n\napt');
  });

  it('are found only by all words of one heading', () => {
    expect(['Use', 'Inst', 'no heading', ''].map((words) => findSection(page, words))).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('are listed', () => {
    expect(listHeadings(page)).toEqual(['Guide', 'Install edit', 'Linux', 'Use', 'Use']);
  });
});
