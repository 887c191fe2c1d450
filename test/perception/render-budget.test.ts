import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Element, type Role, roles, type State } from '../../src/core/element.js';
import type { View } from '../../src/core/view.js';
import { loadTokenizer } from '../../src/perception/count-tokens.js';
import { renderMap } from '../../src/perception/ui-map/render-map.js';
import { isLongJob } from '../support/sample.js';
import { tokens } from './count-reference.js';
import { element, tableView, view } from './sample-views.js';

beforeAll(() => loadTokenizer());

describe('omission', () => {
  const article = (paragraphs: number): View =>
    view([
      element(1, 'Text', 'Title of the story', { level: 1 }),
      ...Array.from({ length: paragraphs }, (_, index) =>
        element(index + 2, 'Text', `Paragraph ${index} tells something about the weather in the north of the country.`),
      ),
      element(9000, 'Button', 'Subscribe'),
    ]);

  test('texts are cut and omitted before interactive elements', () => {
    const { text, truncated } = renderMap(article(400), { budget: 600 });
    expect(text).toContain('Subscribe');
    expect(text).toContain('Title of the story');
    expect(text).toContain('Paragraph 0');
    expect(truncated).toBeGreaterThan(300);
    expect(text).toContain(`… ${truncated} more elements: find "words" searches all of them`);
    expect(tokens(text)).toBeGreaterThan(450);
  });

  test('covered elements are omitted first', () => {
    const elements = Array.from({ length: 300 }, (_, index) =>
      element(index + 1, 'Button', `Behind number ${index}`, { states: ['covered'] }),
    );
    elements.push(element(900, 'Dialog', 'Are you sure?'), element(901, 'Button', 'Yes, delete'));
    const { text } = renderMap(view(elements), { budget: 400 });
    expect(text).toContain('Yes, delete');
  });

  test('uncollected elements are counted', () => {
    const { text, truncated } = renderMap(view([element(1, 'Button', 'A')], { dropped: 1234 }), { budget: 2000 });
    expect(truncated).toBe(1234);
    expect(text).toContain('… 1,234 more elements');
  });
});

describe('budget', () => {
  const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const name = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: anyUnit, maxLength: 120 }),
    fc.string({
      unit: fc.constantFrom('😀', '👩‍👩‍👧‍👦', '🇹🇭', 'ก', 'ำ', 'ש', '\ud83d', '漢', '\n', '"', '<|endoftext|>', '/'),
      maxLength: 300,
    }),
    fc.base64String({ maxLength: 400 }),
  );
  const states: State[] = ['focused', 'disabled', 'checked', 'covered', 'offscreen', 'password', 'expanded'];
  const anyElement: fc.Arbitrary<Element> = fc.record(
    {
      id: fc.integer({ min: 1, max: 10_000_000 }).map((number): Element['id'] => `el_${number}`),
      role: fc.constantFrom<Role>(...roles),
      name,
      states: fc.subarray(states),
      interactive: fc.boolean(),
      bounds: fc.record({
        x: fc.integer({ min: -500, max: 2000 }),
        y: fc.integer({ min: -500, max: 90_000 }),
        width: fc.double({ min: 0, max: 2000, noNaN: true }),
        height: fc.integer({ min: 0, max: 2000 }),
      }),
      value: name,
      description: name,
      frame: fc.constantFrom('pay', '漢'.repeat(200)),
      kind: fc.constantFrom('navigation', 'switch', '漢"字'),
      level: fc.integer({ min: 1, max: 6 }),
      list: fc.record({
        container: fc.constantFrom<Element['id']>('el_1', 'el_2'),
        row: fc.integer({ min: 0, max: 5 }),
        rowCount: fc.integer({ min: 6, max: 500 }),
      }),
    },
    { requiredKeys: ['id', 'role', 'name', 'states', 'interactive', 'bounds'] },
  );
  const anyView: fc.Arbitrary<View> = fc.record(
    {
      screen: fc.constant({ width: 1280, height: 720 }),
      elements: fc.array(anyElement, { maxLength: 40 }),
      dropped: fc.nat({ max: 5 }),
      url: name,
      title: name,
      app: name,
      incomplete: name,
      modal: fc.record({
        kind: fc.constant('prompt' as const),
        text: name,
        defaultText: name,
        clearedBy: fc.constant('dialog' as const),
      }),
      scroll: fc.constant({ x: 10, y: 20, width: 4000, height: 1e9 }),
      above: fc.record({ pixels: fc.nat(), headings: fc.array(name, { maxLength: 9 }) }),
      below: fc.record({ pixels: fc.nat(), headings: fc.array(name, { maxLength: 9 }) }),
      tabs: fc.array(
        fc.record({
          id: fc.nat().map((number): `tab_${number}` => `tab_${number}`),
          url: name,
          title: name,
          active: fc.boolean(),
        }),
        { maxLength: 30 },
      ),
    },
    { requiredKeys: ['screen', 'elements', 'dropped'] },
  );

  test('is kept for any view and any budget', { timeout: 120_000 }, () => {
    const budgets = fc.oneof(fc.integer({ min: 60, max: 200 }), fc.integer({ min: 60, max: 4000 }));
    const looks = fc.constantFrom(undefined, { find: 'x' }, { inside: { element: 'el_1' as const, from: 2 } });
    fc.assert(
      fc.property(anyView, budgets, looks, (any, budget, look) => {
        const { text, shown, truncated } = renderMap(any, { budget, ...(look ? { request: look } : {}) });
        expect(tokens(text)).toBeLessThanOrEqual(budget);
        expect(shown + truncated).toBe(any.elements.length + any.dropped);
        expect(shown).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: isLongJob ? 400 : 80 },
    );
  });

  test('less than 60 counts as 60', () => {
    for (const budget of [0, 10, -5, Number.NaN, 59.9]) {
      expect(tokens(renderMap(tableView(), { budget }).text)).toBeLessThanOrEqual(60);
    }
  });

  test('is kept for 10,000 elements and names of a megabyte', { timeout: 60_000 }, () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      element(index + 1, 'Button', `Action number ${index} of many`),
    );
    const huge = [element(1, 'Button', 'ก'.repeat(1_000_000)), element(2, 'Text', 'QUJD'.repeat(250_000))];
    for (const elements of [many, huge]) {
      expect(tokens(renderMap(view(elements), { budget: 2000 }).text)).toBeLessThanOrEqual(2000);
    }
  });

  test('most of the budget is used when there is more to show', () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      element(index + 1, 'Link', `Article about topic ${index}`),
    );
    expect(tokens(renderMap(view(many), { budget: 2000 }).text)).toBeGreaterThan(1_900);
  });
});
