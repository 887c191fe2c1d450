import fc from 'fast-check';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/core/change.js';
import type { Element } from '../../src/core/element.js';
import type { Observation } from '../../src/core/observation.js';
import type { Outcome } from '../../src/core/outcome.js';
import { renderOutcome } from '../../src/perception/ui-map/render-outcome.js';
import { isLongJob } from '../support/sample.js';
import { element } from './sample-views.js';

const tokens = (text: string): number => reference(text, { disallowedSpecial: new Set<string>() });

function observation(elements: Element[], rest: Partial<Observation> = {}): Observation {
  const screen = { width: 1280, height: 720 };
  return {
    id: 1,
    at: '2026-01-01T00:00:00Z',
    screen,
    elements,
    total: elements.length,
    truncated: 0,
    text: '',
    ...rest,
  };
}

function outcome(rest: Partial<Outcome>): Outcome {
  return {
    ok: true,
    effect: 'changed',
    changes: [],
    settled: { ms: 240, reason: 'no requests, no mutations' },
    ...rest,
  };
}

describe('renderOutcome', () => {
  test('changes, then the new elements', () => {
    const text = renderOutcome(
      outcome({
        changes: [
          { kind: 'appeared', element: 'el_9', role: 'Button', name: 'Undo' },
          { kind: 'url', from: 'https://a.example/', to: 'https://a.example/done' },
          { kind: 'gone', element: 'el_3', role: 'Button', name: 'Delete' },
        ],
        observation: observation([element(9, 'Button', 'Undo', { x: 0, y: 0, width: 20, height: 20 })]),
      }),
    );
    expect(text.split('\n')).toEqual([
      'done, 3 changes (settled in 240 ms: no requests, no mutations)',
      'url: now https://a.example/done',
      'gone: el_3 Button "Delete"',
      'appeared:',
      '[el_9] Button "Undo" (10,10)',
    ]);
  });

  test('unchanged, unknown and not executed', () => {
    expect(renderOutcome(outcome({ effect: 'unchanged' }))).toBe(
      'done, no change observed (settled in 240 ms: no requests, no mutations)',
    );
    expect(renderOutcome(outcome({ ok: false, effect: 'unknown' }))).toContain('observe before repeating it');
    const failed = renderOutcome(
      outcome({
        ok: false,
        effect: 'unchanged',
        error: { code: 'stale_element', message: 'el_12 is gone.', hint: 'el_31 Button "Submit" looks the same.' },
      }),
    );
    expect(failed).toBe('not done\nerror stale_element: el_12 is gone. el_31 Button "Submit" looks the same.');
  });

  test('a blocking dialog is prominent', () => {
    const text = renderOutcome(
      outcome({ observation: observation([], { modal: { kind: 'alert', text: 'Stop', clearedBy: 'dialog' } }) }),
    );
    expect(text).toContain('BLOCKED by alert "Stop"');
  });

  test('a password in a change is masked', () => {
    const changes: Change[] = [{ kind: 'value', element: 'el_1', name: 'Password', from: 'hunter1', to: 'hunter2' }];
    const field = element(1, 'TextInput', 'Password', { value: 'hunter2', states: ['password'] });
    const text = renderOutcome(outcome({ changes, observation: observation([field]) }));
    expect(text).not.toContain('hunter');
    expect(text).toContain('•••');
  });

  test('many changes of one kind are counted', () => {
    const changes = Array.from(
      { length: 50 },
      (_, index): Change => ({ kind: 'moved', element: `el_${index + 1}`, name: `Box ${index}` }),
    );
    const text = renderOutcome(outcome({ changes }));
    expect(text.split('\n').length).toBeLessThan(6);
    expect(text).toContain('moved: 50 elements: [el_1] "Box 0", [el_2] "Box 1", [el_3] "Box 2" …');
  });

  test('many flashed texts are one line', () => {
    const flashed = (count: number) =>
      renderOutcome(
        outcome({
          changes: Array.from({ length: count }, (_, index): Change => ({ kind: 'flashed', text: `Message ${index}` })),
        }),
      ).split('\n');
    const lines = flashed(50).filter((line) => line.includes('Message'));
    expect(lines).toEqual(['flashed: 50 texts, gone again: "Message 0", "Message 1", "Message 2" …']);
    expect(flashed(50)).toHaveLength(2);
    expect(flashed(3).filter((line) => line.includes('Message'))).toHaveLength(3);
  });

  test('keeps its budget, and the error when there is one', { timeout: 60_000 }, () => {
    const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const text = fc.oneof(fc.string(), fc.string({ unit: anyUnit, maxLength: 400 }), fc.constant('😀'.repeat(300)));
    const change: fc.Arbitrary<Change> = fc.oneof(
      fc.record({ kind: fc.constant('text' as const), text }),
      fc.record({ kind: fc.constant('url' as const), from: text, to: text }),
      fc.record({
        kind: fc.constant('appeared' as const),
        element: fc.integer({ min: 1, max: 60 }).map((number): Element['id'] => `el_${number}`),
        role: fc.constant('Button' as const),
        name: text,
      }),
    );
    const elements = fc
      .array(text, { maxLength: 50 })
      .map((names) => names.map((name, index) => element(index + 1, 'Button', name)));
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 60 }),
        elements,
        text,
        fc.integer({ min: 60, max: 900 }),
        (changes, seen, message, budget) => {
          const told = renderOutcome(
            outcome({
              ok: false,
              effect: 'unchanged',
              changes,
              observation: observation(seen),
              error: { code: 'internal', message, hint: message },
            }),
            { budget },
          );
          expect(tokens(told)).toBeLessThanOrEqual(budget);
          expect(told).toContain('internal');
        },
      ),
      { numRuns: isLongJob ? 200 : 60 },
    );
  });
});

describe('in brief', () => {
  const noise: Change[] = [
    { kind: 'focus', element: 'el_1', name: 'Save' },
    { kind: 'request', method: 'GET', url: 'https://a.example/x', status: 200 },
  ];

  test('minor changes are omitted unless there are no others', () => {
    const changes: Change[] = [...noise, { kind: 'value', element: 'el_2', name: 'Name', to: 'Ann' }];
    expect(renderOutcome(outcome({ changes }), { brief: true })).toBe('done\nvalue: [el_2] "Name" = "Ann"');
    expect(renderOutcome(outcome({ changes: noise }), { brief: true })).toContain('focus: on [el_1] "Save"');
  });

  test('an unsettled page and an action without effect are reported', () => {
    const settled = { ms: 3_000, reason: 'still busy after 3000 ms: animation' };
    expect(renderOutcome(outcome({ changes: noise, settled }), { brief: true })).toMatch(
      /^done \(the page was still busy after 3000 ms: animation\)/,
    );
    expect(renderOutcome(outcome({ effect: 'unchanged' }), { brief: true })).toBe('done, no change observed');
  });
});
