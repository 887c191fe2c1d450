import { describe, expect, it } from 'vitest';
import type { CallResult, Message, ScreenSnapshot } from '../../../src/exports/models.js';
import { call } from '../../../src/exports/testing.js';
import { buildConversation, restartConversation } from '../../../src/models/adapter/conversation.js';
import { planImageRetention, snapshotsOf } from '../../../src/models/adapter/image-retention.js';

const historyWindow = { maxExchanges: 10, keepExchanges: 4 };
const done = (made: CallResult['call']): CallResult => ({
  call: made,
  result: { success: true, data: undefined, metadata: { tool: 'click', ms: 1, effect: 'changed' } },
});
const snapshot = (number: number, pictureUnchanged = false): ScreenSnapshot => ({
  screen: { width: 10, height: 10 },
  picture: {
    bytes: Buffer.from([number]),
    type: 'image/png',
    size: { width: 10, height: 10 },
    region: { x: 0, y: 0, width: 10, height: 10 },
    marks: false,
  },
  pictureUnchanged,
});

function historyOf(steps: number): Message[] {
  const history: Message[] = [{ role: 'user', text: 'Buy a mug.', snapshot: snapshot(0) }];
  for (let step = 1; step <= steps; step += 1) {
    const made = call('click', { selector: `Button ${step}` });
    history.push({ role: 'model', reply: { calls: [made], raw: { step } } });
    history.push({ role: 'results', results: [done(made)], notes: [], snapshot: snapshot(step) });
  }
  return history;
}

describe('a conversation', () => {
  it('pairs every reply with its results', () => {
    const { opening, exchanges, summary } = buildConversation(historyOf(3), historyWindow);
    expect(opening).toMatchObject({ text: 'Buy a mug.', snapshot: snapshot(0) });
    expect(exchanges.map(({ results }) => results.length)).toEqual([1, 1, 1]);
    expect(summary).toBeUndefined();
  });

  it('answers the calls of an interrupted run', () => {
    const history = historyOf(1);
    history.push({
      role: 'model',
      reply: { calls: [call('click', { selector: 'Save' }), call('type', { text: 'x' })] },
    });
    history.push({ role: 'user', text: 'Go on.' });
    const last = buildConversation(history, historyWindow).exchanges.at(-1);
    expect(last?.results.map(({ result }) => [result.success, result.error])).toEqual([
      [false, expect.stringContaining('may have happened')],
      [false, expect.stringContaining('may have happened')],
    ]);
    expect(last?.userMessages.map(({ text }) => text)).toEqual(['Go on.']);
  });

  it('removes a call that the user declined, and says so', () => {
    const history = historyOf(1);
    const asked = { ...call('click', { selector: 'Save' }), confirm: 'This pays 30 dollars.' };
    history.push({ role: 'model', reply: { calls: [asked] } });
    const result = { success: false as const, error: 'no', metadata: { tool: 'click', ms: 0, code: 'denied' } };
    history.push({ role: 'results', results: [{ call: asked, result }], notes: [] });
    history.push({ role: 'user', text: 'Then only put it in the cart.' });
    const { exchanges } = buildConversation(history, historyWindow);
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]?.userMessages[0]?.text).toMatch(/did not approve.*30 dollars.*\n\nThen only/s);
    expect(exchanges[0]?.userMessages[0]?.text).not.toContain('You did this');
  });

  it('names the executed calls of a declined reply, and no others', () => {
    const history = historyOf(0);
    const calls = ['One', 'Two', 'Three'].map((name) => call('click', { selector: name }));
    const [one, two, three] = [calls[0], { ...calls[1], confirm: 'It pays.' }, calls[2]] as CallResult['call'][];
    if (!one || !two || !three) throw new Error('There are three.');
    const no = { success: false as const, error: 'no', metadata: { tool: 'click', ms: 0 } };
    const results = [done(one), { call: two, result: no }, { call: three, result: no, skipped: 'Not run.' }];
    history.push({ role: 'model', reply: { calls: [one, two, three] } });
    history.push({ role: 'results', results, notes: [] }, { role: 'user', text: 'Go on.' });
    const { opening, exchanges } = buildConversation(history, historyWindow);
    expect([opening.text, exchanges]).toEqual([
      'Buy a mug.\n\nThese calls ran: click({"selector":"One"}). The user did not approve this: It pays. Do not try it again.\n\nGo on.',
      [],
    ]);
  });

  it('is cut in batches, so that its start stays the same in between', () => {
    const beginnings = new Map<string, number>();
    for (let steps = 1; steps <= 60; steps += 1) {
      const { exchanges, summary } = buildConversation(historyOf(steps), historyWindow);
      expect(exchanges.length).toBeLessThanOrEqual(historyWindow.maxExchanges);
      expect(exchanges.length).toBeGreaterThanOrEqual(Math.min(steps, historyWindow.keepExchanges));
      const beginning = JSON.stringify([exchanges[0]?.reply.raw, summary?.length]);
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    }
    // Cut every six steps.
    expect(beginnings.size).toBeLessThanOrEqual(1 + Math.ceil(50 / 6));
  });

  it('drops all exchanges if none may be kept', () => {
    const sizes = [9, 10, 11, 20].map((steps) => {
      const { exchanges, summary } = buildConversation(historyOf(steps), { maxExchanges: 10, keepExchanges: 0 });
      return [exchanges.length, summary !== undefined];
    });
    expect(sizes).toEqual([
      [9, false],
      [0, true],
      [1, true],
      [0, true],
    ]);
  });

  it('continues from a restart after a context overflow', () => {
    const history = historyOf(8);
    const restarted = restartConversation(history);
    expect([restarted.exchanges.length, restarted.droppedCount]).toEqual([0, 8]);
    const made = call('click', { selector: 'Button 9' });
    history.push({ role: 'model', reply: { calls: [made], historyRestarted: true } });
    history.push({ role: 'results', results: [done(made)], notes: [], snapshot: snapshot(9) });
    const { exchanges, droppedCount, opening, summary } = buildConversation(history, historyWindow);
    expect([exchanges.length, droppedCount]).toEqual([1, 8]);
    expect({ opening, summary }).toEqual({ opening: restarted.opening, summary: restarted.summary });
  });

  it('that was cut keeps the task, the facts, the last calls and the screen', () => {
    const history = historyOf(200);
    const kept = call('remember', { key: 'price', value: '12.50' });
    const data = { key: 'price', value: '12.50' };
    history.splice(1, 0, { role: 'model', reply: { calls: [kept] } });
    history.splice(2, 0, {
      role: 'results',
      results: [{ call: kept, result: { success: true, data, metadata: { tool: 'remember', ms: 0 } } }],
      notes: [],
    });
    const { opening, summary, exchanges } = buildConversation(history, historyWindow);
    expect(opening.text).toBe('Buy a mug.');
    expect(opening.snapshot).toEqual(snapshot(200 - exchanges.length));
    expect(summary).toContain('price: 12.50');
    expect(summary).toContain(`Button ${200 - exchanges.length}`);
    expect(summary?.length).toBeLessThan(8_000);
  });
});

describe('pictures of a conversation', () => {
  const plan = (history: Message[], policy: Parameters<typeof planImageRetention>[1]) => {
    const conversation = buildConversation(history, { maxExchanges: 1_000, keepExchanges: 1 });
    return [...planImageRetention(conversation, policy).values()].join(' ');
  };

  it('are all sent with the policy `all`', () => {
    expect(plan(historyOf(3), { kind: 'all' })).toBe('send send send send');
  });

  it('are limited to the last ones', () => {
    expect(plan(historyOf(4), { kind: 'last', keep: 2 })).toBe('expired expired expired send send');
    expect(plan(historyOf(1), { kind: 'last', keep: 0 })).toBe('expired send');
  });

  it('expire in batches', () => {
    expect(plan(historyOf(6), { kind: 'batched', keep: 2, every: 5 })).toBe(
      'expired expired expired expired expired send send',
    );
    expect(plan(historyOf(5), { kind: 'batched', keep: 2, every: 5 })).toBe('send send send send send send');
  });

  it('that expired before a cut stay expired after it', () => {
    const policy = { kind: 'batched', keep: 3, every: 25 } as const;
    const counts = Array.from({ length: 140 }, (_, steps) => {
      const conversation = buildConversation(historyOf(steps), { maxExchanges: 60, keepExchanges: 20 });
      return [...planImageRetention(conversation, policy).values()].filter((decision) => decision === 'send').length;
    });
    expect(Math.max(...counts)).toBe(27);
    // Each request has at most one picture more than the previous one.
    expect(counts.every((count, index) => index === 0 || count <= (counts[index - 1] ?? 0) + 1)).toBe(true);
  });

  it('that are unchanged are not sent twice, and the first one stays', () => {
    const history = historyOf(3);
    for (const index of [4, 6]) Object.assign(history[index] ?? {}, { snapshot: snapshot(1, true) });
    const conversation = buildConversation(history, { maxExchanges: 100, keepExchanges: 1 });
    const plan = planImageRetention(conversation, { kind: 'last', keep: 1 });
    expect(snapshotsOf(conversation).map((one) => one && plan.get(one))).toEqual([
      'expired',
      'send',
      'unchanged',
      'unchanged',
    ]);
  });
});
