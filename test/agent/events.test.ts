import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { call, type ScriptedTurn, scripted } from '../../src/exports/testing.js';
import { createAgent, defineTool, isCallOf, openSession, type Proposal, type RunEvent } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const page = `<title>Sign in</title><label>Password <input id="secret" type="password"></label>
<button onclick="document.title = 'In'">Delete account</button>`;
const password = 'tr0ub4dor&3-horse';
const token = 'token-4711-abcdef';

const logIn = defineTool({
  name: 'log_in',
  description: 'Logs in.',
  input: z.object({ token: z.string() }),
  effect: 'none',
  takes: { secrets: ['token'] },
  run: async ({ token: given }) => ({ given, length: given.length }),
});

const turns = (): ScriptedTurn[] => [
  { calls: [call('fill', { selector: 'Password', value: password })] },
  { calls: [call(logIn, { token })] },
  { calls: [call('screenshot', {})] },
  { calls: [call('click', { selector: 'Delete account' })] },
  { calls: [call('complete', { summary: 'Done.' })] },
];

describe('The events', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servePages({ '/': page });
  });
  afterAll(() => served?.close());

  async function start(more: Parameters<typeof createAgent>[0] = {}): Promise<{ events: RunEvent[]; status: string }> {
    await using agent = createAgent({ model: scripted(turns()), tools: [logIn, 'browser'], url: served.url, ...more });
    const events: RunEvent[] = [];
    const stream = agent.events();
    const ended = agent.send('Sign in.');
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'run_ended') break;
    }
    return { events, status: (await ended).status };
  }

  it('of a run are read with for await, and are short JSON without secrets', async () => {
    const proposals: Proposal[] = [];
    const approve = (proposal: Proposal) => proposals.push(proposal) > 0;
    const { events, status } = await start({ journal: false, approve });
    expect(status).toBe('done');
    expect(events.at(0)?.type).toBe('run_started');
    const text = JSON.stringify(events);
    expect(text).not.toContain(password);
    expect(text).not.toContain(token);
    expect(text).not.toContain('"type":"Buffer"');
    expect(text).toContain('"pictures":[{');
    const requested = events.filter((event) => event.type === 'approval_requested');
    expect(requested.map(({ id, description }) => ({ id, description }))).toEqual(
      proposals.map(({ id, description }) => ({ id, description })),
    );
    expect(proposals.at(-1)?.description).toContain('Delete account');
  });

  it('of a call have the types of its tool', async () => {
    const { events } = await start({ journal: false, approve: 'all' });
    const lengths = events.flatMap((event) => {
      if (!isCallOf(event, logIn) || !event.result.success) return [];
      expectTypeOf(event.result.data).toEqualTypeOf<{ given: string; length: number }>();
      return [event.result.data.length];
    });
    expect(lengths).toEqual([token.length]);
    const filled = events.find((event) => isCallOf(event, 'fill'));
    expectTypeOf(filled?.call.input.selector).toEqualTypeOf<string | undefined>();
    expect(filled?.call.input.selector).toBe('Password');
  });

  it('do not fail a run if a listener throws', async () => {
    const { status } = await start({
      journal: false,
      approve: 'all',
      on: () => {
        throw new Error('The listener is broken.');
      },
    });
    expect(status).toBe('done');
  });

  it('of a session end with it, and mask what was typed into a password field', async () => {
    const session = await openSession({ url: served.url });
    const events = session.events();
    await session.perform({ type: 'type', target: 'Password', text: password });
    await session.observe({ picture: 'plain' });
    await session.close();
    const types: string[] = [];
    for await (const event of events) {
      types.push(event.type);
      expect(JSON.stringify(event)).not.toContain(password);
      expect(JSON.stringify(event).length).toBeLessThan(20_000);
    }
    expect(types).toEqual(expect.arrayContaining(['action_started', 'action_ended', 'observed', 'closed']));
    expect(types.at(-1)).toBe('closed');
  });

  it('end when a signal aborts', async () => {
    await using agent = createAgent({ model: scripted([]), journal: false });
    const controller = new AbortController();
    const events = agent.events({ signal: controller.signal });
    controller.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
