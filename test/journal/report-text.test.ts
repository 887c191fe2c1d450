import { describe, expect, test } from 'vitest';
import { describeCall } from '../../src/journal/report/describe-call.js';
import { formatDollars, formatTime, toTimes } from '../../src/journal/report/metrics.js';
import type { CallTimeline } from '../../src/journal/report/timeline.js';
import { callVerdict, describeEffect, listChanges } from '../../src/journal/report/verdicts.js';

function ended(facts: object, more: object = {}): CallTimeline {
  const result = { success: true, metadata: {}, ...facts };
  const call = { id: 'a', tool: 'click', input: {} };
  return {
    call,
    actions: [],
    ended: { v: 1, seq: 1, at: '', type: 'call_ended', step: 1, call, result, ms: 100, ...more },
  };
}

describe('a call as a phrase', () => {
  test.each([
    ['click', { selector: 'el_5' }, 'Save', 'Click “Save”'],
    ['click', { selector: 'the blue one' }, '', 'Click “the blue one”'],
    ['type', { text: 'mug', selector: 'el_4', submit: true }, 'Search', 'Type “mug” into “Search” and press Enter'],
    ['fill_form', { fields: { Name: 'Ada', Email: 'a@b.c' } }, '', 'Fill in “Name”, “Email”'],
    ['press_key', { key: 'Tab', repeat: 3 }, '', 'Press Tab 3 times'],
    ['scroll', { direction: 'down' }, '', 'Scroll down'],
    ['select', { selector: 'el_1', option: ['A', 'B'] }, 'Colour', 'Select “A”, “B” in “Colour”'],
    ['check', { selector: 'el_1', checked: false }, 'Terms', 'Uncheck “Terms”'],
    ['goto', { url: 'https://a.example/' }, '', 'Go to https://a.example/'],
    ['wait_for', { gone: 'Loading' }, '', 'Wait for “Loading” to disappear'],
    ['read_page', {}, '', 'Read the page'],
    ['tabs', { do: 'new', url: '/a' }, '', 'Open a new tab at /a'],
    ['my_own_tool', { city: 'Cork' }, '', 'My own tool “Cork”'],
  ])('%s %j', (tool, input, name, words) => {
    const timeline = ended({}, name ? { target: { name } } : {});
    expect(describeCall({ ...timeline, text: `${tool}(a="b")`, call: { id: 'a', tool, input } })).toBe(words);
  });

  test('an action without a tool, and a call with its own phrase', () => {
    const action = { type: 'click', target: { x: 10, y: 20 }, count: 2 };
    expect(describeCall({ call: { action }, actions: [] })).toBe('Double-click 10,20');
    expect(describeCall({ call: { tool: 'click' }, text: 'press the red button', actions: [] })).toBe(
      'Press the red button',
    );
  });
});

test('the verdict of a call', () => {
  expect(callVerdict(ended({ success: false, metadata: { code: 'denied' } })).word).toBe('refused');
  expect(callVerdict(ended({ metadata: { effect: 'unknown' } }))).toEqual({ word: 'unknown effect', tone: 'warn' });
  expect(describeEffect(ended({ metadata: { effect: 'unchanged' } }))).toBe('No change was observed.');
  const outcomeText = 'done, 2 changes (settled in 5 ms: quiet)\nurl: now /a\nappeared: x';
  expect(listChanges(ended({ metadata: { outcomeText } }))).toEqual(['url: now /a', 'appeared: x']);
  const interrupted =
    'interrupted, effect unknown: observe before repeating it\nerror deadline: It took too long.\nurl: now /a';
  expect(listChanges(ended({ metadata: { outcomeText: interrupted } }))).toEqual(['url: now /a']);
});

test('metrics', () => {
  expect([0.4, 340, 999.6, 3_440, 59_960, 125_000].map(formatTime)).toEqual([
    '0 ms',
    '340 ms',
    '1.0 s',
    '3.4 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
  expect([0, 0.00041, 0.0205, 1.5].map(formatDollars)).toEqual(['$0', '$0.00041', '$0.021', '$1.50']);
  const calls = [ended({}, { settleMs: 60 })];
  const step = {
    anchor: 'a',
    number: 1,
    calls,
    notes: [],
    logs: [],
    approvals: [],
    observeMs: 20,
    modelMs: 300,
    ms: 450,
  };
  expect(toTimes(step)).toEqual({ observe: 20, model: 300, act: 40, settle: 60, other: 30 });
});
