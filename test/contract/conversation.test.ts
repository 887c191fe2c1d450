import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/testing/index.js';
import { type AdapterCase, cases } from './cases.js';
import { smallScreen } from './drawn-screen.js';
import { canSay, latestWords, type Playing, play, type Script, withAgent } from './play.js';

const click = (name: string): Intent => ({ do: 'click', at: smallScreen().at(name) });
const done: Intent = { do: 'done', answer: 'It is done.' };
const fail: Intent = { do: 'fail', reason: 'It is sold out.' };
const refuse: Intent = { do: 'refuse', reason: 'I will not do this.' };
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

type Turns = Extract<Script, readonly unknown[]>;

/** After any outcome of the first task, the second one is sent completely and done, without a violation. */
async function goesOn(one: AdapterCase, status: string, turns: Turns, playing: Playing = {}): Promise<void> {
  const { sending, ...options } = playing;
  await withAgent(one, [...turns, [click('Two')], [done]], options, async ({ agent, server, screen }) => {
    expect((await agent.send('First this.', sending)).status).toBe(status);
    expect((await agent.send('Now click Two, please.')).status).toBe('done');
    expect(screen.hits.at(-1)).toBe('Two');
    expect(latestWords(server, 2)).toContain('Now click Two, please.');
    expect(server.violations).toEqual([]);
  });
}

describe.each(cases)('$name goes on with another task', (one) => {
  it('after one that was done', () => goesOn(one, 'done', [[click('One')], [done]]));
  it('after one that ran out of steps', () =>
    goesOn(one, 'max_steps', [[click('One')]], { sending: { limits: { maxSteps: 1 } } }));
  it('after repeated calls', () =>
    goesOn(
      one,
      'stuck',
      times(5, () => [click('One')]),
    ));
  it('after unknown calls', () =>
    goesOn(
      one,
      'failed',
      times(3, () => ({ raw: one.odd.unknown() })),
    ));
  it('after an error of the provider', () => goesOn(one, 'failed', [], { faults: [{ status: 401 }] }));
  it('after unreadable responses', async () => {
    const faults = times(60, () => ({ body: '{}' }));
    await withAgent(
      one,
      [[click('Two')], [done]],
      { faults, settings: { maxAttempts: 1 } },
      async ({ agent, server, screen }) => {
        expect((await agent.send('First this.')).status).toBe('failed');
        server.faults.length = 0;
        expect((await agent.send('Now click Two, please.')).status).toBe('done');
        expect([screen.hits, server.violations]).toEqual([['Two'], []]);
      },
    );
  });

  it('after it was cancelled in the middle of a call', async () => {
    const stop = new AbortController();
    const screen = smallScreen(['One', 'Two', 'Three'], (name) => name === 'One' && stop.abort());
    await goesOn(one, 'cancelled', [[click('One')]], { screen, sending: { signal: stop.signal } });
  });
});

describe.each(cases.filter((one) => canSay(one, [fail])))('$name goes on with another task', (one) => {
  it('after it gave up', () => goesOn(one, 'failed', [[fail]]));
});

describe.each(cases.filter((one) => canSay(one, [refuse])))('$name goes on with another task', (one) => {
  it('after it refused', async () => {
    await withAgent(one, [[refuse], [click('Two')], [done]], {}, async ({ agent, server, screen }) => {
      expect((await agent.send('First this.')).status).toMatch(/^(refused|failed)$/);
      expect((await agent.send('Now click Two, please.')).status).toBe('done');
      expect([screen.hits, server.violations]).toEqual([['Two'], []]);
    });
  });
});

describe.each(cases)('$name tells', (one) => {
  it('the system prompt of the caller', async () => {
    const { server } = await play(one, [[click('One')], [done]], { systemPrompt: 'Never buy anything blue.' });
    for (const { body } of server.requests) expect(JSON.stringify(body)).toContain('Never buy anything blue.');
    expect(server.violations).toEqual([]);
  });

  it('about a dialog that no picture shows, and Enter accepts it', async () => {
    const screen = smallScreen();
    screen.modal = { kind: 'confirm', text: 'Continue with all?', clearedBy: 'dialog' };
    const { result, server, events } = await play(one, [[{ do: 'key', keys: 'Enter' }], [done]], { screen });
    expect(JSON.stringify(server.requests[0]?.body)).toContain('Continue with all?');
    // Models that act through Handrail's tools have one for dialogs.
    const isTool = events.some((event) => event.type === 'call_started' && 'tool' in event.call);
    if (!isTool) expect(screen.done).toEqual([{ type: 'dialog', accept: true }]);
    expect(result.status).toBe('done');
    expect(server.violations).toEqual([]);
  });
});

describe.each(cases)('$name tells', (one) => {
  it('about an attached picture, and shows the screen after it', async () => {
    const background = { r: 1, g: 200, b: 3 };
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toBuffer();
    const attachments = [{ name: 'cat.png', type: 'image/png', bytes }];
    const { result, server } = await play(one, [[click('One')], [done]], { sending: { attachments } });
    expect(result.status).toBe('done');
    expect(server.violations).toEqual([]);
    const { pictures = [], text = '' } = server.inputs[0] ?? {};
    expect(pictures.length > 1 || text.includes('cat.png')).toBe(true);
    expect(pictures.at(-1)?.bytes.equals(bytes) ?? false, 'the screen comes last').toBe(false);
  });
});
