import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/agent/events.js';
import type { Entry } from '../../src/journal/entry.js';
import { renderReport } from '../../src/journal/report/page.js';
import { buildTimeline } from '../../src/journal/report/timeline.js';
import { isLongJob } from '../support/sample.js';

const toEntries = (notes: { type: string; [field: string]: unknown }[]): Entry[] =>
  notes.map((note, index) => ({ ...note, v: 1, seq: index + 1, at: '2026-11-15T11:00:00.000Z' }));

const call = { id: 'a', tool: 'click', input: { selector: 'el_1' } };
/** One event of each kind with nothing in it that may be left out. */
const bare: (Exclude<RunEvent, { type: 'observed' }> | { type: 'observed'; [field: string]: unknown })[] = [
  { type: 'run_started', id: 'r', task: 't', model: 'm', limits: {} },
  { type: 'step_started', step: 1 },
  { type: 'observed', step: 1, ms: 1, observation: { total: 0 } },
  { type: 'picture', step: 1, when: 'before', file: 'pictures/a.webp', screen: { width: 10, height: 10 } },
  { type: 'model_replied', step: 1, ms: 1, calls: [call, { id: 'b', action: { type: 'back' } }] },
  { type: 'approval_requested', id: 'p1', step: 1, description: 'click', safety: 'medium' },
  { type: 'approval_decided', id: 'p1', step: 1, description: 'click', approved: true, answer: 'once', by: 'the user' },
  { type: 'call_started', step: 1, call, text: 'click it' },
  {
    type: 'call_ended',
    step: 1,
    call,
    result: { success: false, error: 'No.', metadata: { tool: 'click', ms: 1 } },
    ms: 1,
  },
  { type: 'call_skipped', step: 1, call: { id: 'b', action: { type: 'back' } }, reason: 'The one before it failed.' },
  { type: 'note', step: 1, text: 'n' },
  { type: 'log', step: 1, text: 'l' },
  { type: 'step_ended', step: 1, ms: 5 },
  {
    type: 'run_ended',
    result: {
      id: 'r',
      task: 't',
      model: 'm',
      status: 'failed',
      verified: false,
      evidence: [],
      steps: 1,
      usage: { inputTokens: 0, outputTokens: 0, modelCalls: 1 },
      ms: 5,
    },
  },
];

test('every type of event is known with its required fields only', () => {
  const timeline = buildTimeline(toEntries(bare));
  expect(timeline.unknownEntries).toBe(0);
  const [run] = timeline.runs;
  expect(run?.result).toMatchObject({ status: 'failed', ms: 5 });
  expect(run?.steps).toHaveLength(1);
  expect(run?.steps[0]?.calls).toMatchObject([
    { text: 'click it', ended: { result: { success: false, error: 'No.' } } },
    { skipped: 'The one before it failed.' },
  ]);
});

test('actions of the session belong to the running call', () => {
  const timeline = buildTimeline(
    toEntries([
      { type: 'run_started', task: 't', limits: {} },
      { type: 'intent', action: { type: 'navigate', url: '/' }, safety: 'low_risk' },
      { type: 'outcome', intent: 2, ok: true, effect: 'changed', changes: [], settled: { ms: 3, reason: '' } },
      { type: 'step_started', step: 1 },
      { type: 'call_started', step: 1, call, text: 'click it' },
      { type: 'intent', action: { type: 'click' }, safety: 'low_risk' },
      { type: 'outcome', intent: 6, ok: true, effect: 'changed', changes: [], settled: { ms: 3, reason: '' } },
      { type: 'intent', action: { type: 'key' }, safety: 'low_risk' },
    ]),
  );
  const steps = timeline.runs[0]?.steps.map(({ number, calls }) => [
    number,
    calls.map(({ actions }) => actions.length),
  ]);
  expect(steps).toEqual([
    [0, [1]],
    [1, [2]],
  ]);
});

describe('with arbitrary entries', () => {
  const kinds = [...bare.map(({ type }) => type), 'intent', 'outcome', 'pictures_omitted', 'something_new'];
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constant('<script>alert(1)</script>'),
    fc.constant('"><img src=x onerror=a()>'),
  );

  test('the page is complete and no text becomes markup', () => {
    const line = fc
      .tuple(
        fc.constantFrom(...kinds),
        fc.dictionary(
          fc.constantFrom(
            'step',
            'call',
            'result',
            'text',
            'task',
            'ms',
            'action',
            'element',
            'changes',
            'observation',
            'usage',
            'calls',
            'target',
            'thought',
            'limits',
            'description',
            'reason',
            'intent',
          ),
          odd,
        ),
      )
      .map(([type, fields]) => ({ ...fields, type }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const page = renderReport(toEntries(lines), new Map());
        expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
        expect(page.match(/<script/g)).toHaveLength(1);
        expect(page).not.toContain('<img src=x');
      }),
      { numRuns: isLongJob ? 300 : 60 },
    );
  });

  test('an invalid value affects only its own field', () => {
    fc.assert(
      fc.property(fc.nat(bare.length - 2), fc.jsonValue(), (index, value) => {
        const lines = bare.map((event, at) =>
          at === index + 1
            ? Object.fromEntries(Object.keys(event).map((name) => [name, name === 'type' ? event.type : value]))
            : event,
        );
        const timeline = buildTimeline(toEntries(lines.map((event) => ({ ...event, type: String(event.type) }))));
        expect(timeline.runs[0]?.task).toBe('t');
        if (index + 1 < bare.length - 1) expect(timeline.runs[0]?.result?.status).toBe('failed');
      }),
    );
  });
});
