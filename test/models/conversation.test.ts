import { describe, expect, it } from 'vitest';
import { type CallResult, call, type Message, type ScreenSnapshot } from '../../src/index.js';
import { conversationOf, restartedHistory } from '../../src/models/adapter/conversation.js';
import { imageRetentionOf } from '../../src/models/adapter/image-retention.js';

const stretch = { most: 10, keep: 4 };
const done = (made: CallResult['call']): CallResult => ({
  call: made,
  result: { success: true, metadata: { tool: 'click', ms: 1, effect: 'changed' } },
});
const look = (number: number, same = false): ScreenSnapshot => ({
  screen: { width: 10, height: 10 },
  picture: {
    bytes: Buffer.from([number]),
    type: 'image/png',
    size: { width: 10, height: 10 },
    region: { x: 0, y: 0, width: 10, height: 10 },
    marks: false,
  },
  ...(same ? { same } : {}),
});

function historyOf(steps: number): Message[] {
  const history: Message[] = [{ role: 'user', text: 'Buy a mug.', seen: look(0) }];
  for (let step = 1; step <= steps; step += 1) {
    const made = call('click', { selector: `Button ${step}` });
    history.push({ role: 'model', reply: { calls: [made], raw: { step } } });
    history.push({ role: 'results', results: [done(made)], notes: [], seen: look(step) });
  }
  return history;
}

describe('a conversation', () => {
  it('pairs every reply with its results', () => {
    const { opening, exchanges, summary } = conversationOf(historyOf(3), stretch);
    expect(opening).toMatchObject({ text: 'Buy a mug.', seen: look(0) });
    expect(exchanges.map(({ results }) => results.length)).toEqual([1, 1, 1]);
    expect(summary).toBeUndefined();
  });

  it('answers calls whose run was cut off', () => {
    const history = historyOf(1);
    history.push({ role: 'model', reply: { calls: [call('click'), call('type')] } });
    history.push({ role: 'user', text: 'Go on.' });
    const last = conversationOf(history, stretch).exchanges.at(-1);
    expect(last?.results.map(({ result }) => [result.success, result.error])).toEqual([
      [false, expect.stringContaining('may have happened')],
      [false, expect.stringContaining('may have happened')],
    ]);
    expect(last?.said.map(({ text }) => text)).toEqual(['Go on.']);
  });

  it('takes back what a person did not agree to, and says so', () => {
    const history = historyOf(1);
    const asked = { ...call('click'), confirm: 'This pays 30 dollars.' };
    history.push({ role: 'model', reply: { calls: [asked] } });
    const result = { success: false, error: 'no', metadata: { tool: 'click', ms: 0, code: 'denied' } };
    history.push({ role: 'results', results: [{ call: asked, result }], notes: [] });
    history.push({ role: 'user', text: 'Then only put it in the cart.' });
    const { exchanges } = conversationOf(history, stretch);
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]?.said[0]?.text).toMatch(/did not agree.*30 dollars.*\n\nThen only/s);
    expect(exchanges[0]?.said[0]?.text).not.toContain('You did this');
  });

  it('tells what was done before that in the same reply, and nothing that was not', () => {
    const history = historyOf(0);
    const calls = ['One', 'Two', 'Three'].map((name) => call('click', { selector: name }));
    const [one, two, three] = [calls[0], { ...calls[1], confirm: 'It pays.' }, calls[2]] as CallResult['call'][];
    if (!one || !two || !three) throw new Error('There are three.');
    const no = { success: false, error: 'no', metadata: { tool: 'click', ms: 0 } };
    const results = [done(one), { call: two, result: no }, { call: three, result: no, skipped: 'Not run.' }];
    history.push({ role: 'model', reply: { calls: [one, two, three] } });
    history.push({ role: 'results', results, notes: [] }, { role: 'user', text: 'Go on.' });
    const { opening, exchanges } = conversationOf(history, stretch);
    expect([opening.text, exchanges]).toEqual([
      'Buy a mug.\n\nYou did this: click({"selector":"One"}). The user did not agree to this: It pays. Do not try it again.\n\nGo on.',
      [],
    ]);
  });

  it('is cut in steps, so that its beginning stays the same in between', () => {
    const beginnings = new Map<string, number>();
    for (let steps = 1; steps <= 60; steps += 1) {
      const { exchanges, summary } = conversationOf(historyOf(steps), stretch);
      expect(exchanges.length).toBeLessThanOrEqual(stretch.most);
      expect(exchanges.length).toBeGreaterThanOrEqual(Math.min(steps, stretch.keep));
      const beginning = JSON.stringify([exchanges[0]?.reply.raw, summary?.length]);
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    }
    // Cut every six steps.
    expect(beginnings.size).toBeLessThanOrEqual(1 + Math.ceil(50 / 6));
  });

  it('begins anew where nothing may be kept of what was said before', () => {
    const sizes = [9, 10, 11, 20].map((steps) => {
      const { exchanges, summary } = conversationOf(historyOf(steps), { most: 10, keep: 0 });
      return [exchanges.length, summary !== undefined];
    });
    expect(sizes).toEqual([
      [9, false],
      [0, true],
      [1, true],
      [0, true],
    ]);
  });

  it('goes on from where it was begun anew, because the whole was too much', () => {
    const history = historyOf(8);
    const sent = restartedHistory(history);
    expect([sent.exchanges.length, sent.cut]).toEqual([0, 8]);
    const made = call('click', { selector: 'Button 9' });
    history.push({ role: 'model', reply: { calls: [made], anew: true } });
    history.push({ role: 'results', results: [done(made)], notes: [], seen: look(9) });
    const { exchanges, cut, opening, summary } = conversationOf(history, stretch);
    expect([exchanges.length, cut]).toEqual([1, 8]);
    expect({ opening, summary }).toEqual({ opening: sent.opening, summary: sent.summary });
  });

  it('that was cut keeps the task, the facts, the last deeds and what the screen shows', () => {
    const history = historyOf(200);
    const kept = call('remember', { key: 'price', value: '12.50' });
    const data = { key: 'price', value: '12.50' };
    history.splice(1, 0, { role: 'model', reply: { calls: [kept] } });
    history.splice(2, 0, {
      role: 'results',
      results: [{ call: kept, result: { success: true, data, metadata: { tool: 'remember', ms: 0 } } }],
      notes: [],
    });
    const { opening, summary, exchanges } = conversationOf(history, stretch);
    expect(opening.text).toBe('Buy a mug.');
    expect(opening.seen).toEqual(look(200 - exchanges.length));
    expect(summary).toContain('price: 12.50');
    expect(summary).toContain(`Button ${200 - exchanges.length}`);
    expect(summary?.length).toBeLessThan(8_000);
  });
});

describe('pictures of a conversation', () => {
  const fates = (history: Message[], policy: Parameters<typeof imageRetentionOf>[1]) => {
    const conversation = conversationOf(history, { most: 1_000, keep: 1 });
    return [...imageRetentionOf(conversation, policy).values()].join(' ');
  };

  it('are all sent where nothing may be changed', () => {
    expect(fates(historyOf(3), { kind: 'all' })).toBe('sent sent sent sent');
  });

  it('are kept to the last few', () => {
    expect(fates(historyOf(4), { kind: 'last', keep: 2 })).toBe('old old old sent sent');
    expect(fates(historyOf(1), { kind: 'last', keep: 0 })).toBe('old sent');
  });

  it('go many at a time where caches hold', () => {
    expect(fates(historyOf(6), { kind: 'batched', keep: 2, every: 5 })).toBe('old old old old old sent sent');
    expect(fates(historyOf(5), { kind: 'batched', keep: 2, every: 5 })).toBe('sent sent sent sent sent sent');
  });

  it('that went before a cut do not come back after it', () => {
    const policy = { kind: 'batched', keep: 3, every: 25 } as const;
    const sent = Array.from({ length: 140 }, (_, steps) => {
      const conversation = conversationOf(historyOf(steps), { most: 60, keep: 20 });
      return [...imageRetentionOf(conversation, policy).values()].filter((fate) => fate === 'sent').length;
    });
    expect(Math.max(...sent)).toBe(27);
    // One more each time, or many less: never many more.
    expect(sent.every((count, index) => index === 0 || count <= (sent[index - 1] ?? 0) + 1)).toBe(true);
  });

  it('that are the same are not sent twice, and the one they are the same as stays', () => {
    const history = historyOf(3);
    for (const index of [4, 6]) Object.assign(history[index] ?? {}, { seen: look(1, true) });
    const conversation = conversationOf(history, { most: 100, keep: 1 });
    const looks = [conversation.opening.seen, ...conversation.exchanges.map(({ seen }) => seen)];
    const told = imageRetentionOf(conversation, { kind: 'last', keep: 1 });
    expect(looks.map((seen) => seen && told.get(seen))).toEqual(['old', 'sent', 'same', 'same']);
  });
});
