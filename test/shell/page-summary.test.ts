import { expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import type { Observation } from '../../src/core/observation.js';
import { summarizePage } from '../../src/doors/replies/page-summary.js';

const text = (name: string, more: Partial<Element> = {}): Element => ({
  id: 'el_1',
  role: 'Text',
  name,
  states: [],
  interactive: false,
  bounds: { x: 0, y: 0, width: 100, height: 20 },
  ...more,
});

const summaryOf = (...elements: Element[]): string[] =>
  summarizePage({ title: 'Preferences', url: 'http://x.test/p', elements, total: 65 } as Observation).split('\n');

it('A page in between is summarized by its messages, a sentence that reports a result, and its headings', () => {
  const heading = text('Preferences', { level: 1 });
  const saved = text('Your preferences have been saved.');
  const page = 'page "Preferences" http://x.test/p (65 elements)';
  expect(summaryOf(heading, text('Skin'), saved)).toEqual([
    page,
    '"Your preferences have been saved."',
    '# "Preferences"',
  ]);
  expect(summaryOf(heading, text('The card was declined', { kind: 'alert' }), saved)).toEqual([
    page,
    '"The card was declined"',
    '"Your preferences have been saved."',
    '# "Preferences"',
  ]);
  expect(summaryOf(heading, text('Saved searches'), text('Deleted'))).toEqual([page, '# "Preferences"']);
});
