import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFloodGuard, type FloodMeasure } from '../../../src/environments/browser/cdp/flood-guard.js';

const limits = { windowMs: 500, maxEvents: 100, maxCharacters: 10_000, maxRequests: 10 };
const taken: string[] = [];

beforeEach(() => {
  taken.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

function guard() {
  const made = createFloodGuard(limits, (page: string, measure: FloodMeasure) => taken.push(`${page} ${measure}`));
  made.adopt('PAGE', undefined);
  made.adopt('FRAME', 'PAGE');
  made.adopt('OTHER', undefined);
  return made;
}

function send(to: ReturnType<typeof guard>, sessionId: string, events: number, characters = 1, isRequest = false) {
  for (let event = 0; event < events; event += 1) to.count(sessionId, characters, isRequest);
}

it.each([
  ['events', 100, 1, false],
  ['characters', 10, 1_000, false],
  ['requests', 10, 1, true],
])('a page with too many %s is slowed down, and later released', (_, events, characters, isRequest) => {
  const one = guard();
  send(one, 'PAGE', events - 1, characters, isRequest);
  expect(taken).toEqual([]);
  send(one, 'PAGE', 1, characters, isRequest);
  expect(taken).toEqual(['PAGE slow']);
  vi.advanceTimersByTime(10_000);
  expect(taken).toEqual(['PAGE slow', 'PAGE release']);
});

it('the events of its frames count as its own', () => {
  const one = guard();
  send(one, 'PAGE', 60);
  send(one, 'FRAME', 60);
  send(one, 'OTHER', 60);
  expect(taken).toEqual(['PAGE slow']);
});

it('a page that continues is ended', () => {
  const one = guard();
  for (let turn = 0; turn < 4; turn += 1) {
    send(one, 'PAGE', 200);
    vi.advanceTimersByTime(400);
  }
  expect(taken).toEqual(['PAGE slow', 'PAGE end']);
});

it('many events in a long time are no flood', () => {
  const one = guard();
  for (let turn = 0; turn < 50; turn += 1) {
    send(one, 'PAGE', 50);
    vi.advanceTimersByTime(600);
  }
  expect(taken).toEqual([]);
});

it('a session that has ended counts no more', () => {
  const one = guard();
  one.forget('PAGE');
  send(one, 'PAGE', 500);
  expect(taken).toEqual([]);
});
