import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../src/environments/browser/environment.js';
import { call, scripted } from '../../../src/exports/testing.js';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type Approve, createAgent, createSession, type Gate, openSession, run } from '../../../src/index.js';
import { openSession as openScreenSession } from '../../../src/session/open-session.js';
import { type OrderServer, startOrderServer } from '../wire/order-server.js';

interface Rules {
  approve?: Approve;
  gate?: Gate;
  policy?: 'open' | 'careful';
}

let server: OrderServer;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await startOrderServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const url = () => `${server.origin}/page`;
const press = { type: 'click', target: 'Delete draft' } as const;
const turns = () =>
  scripted([
    { calls: [call('click', { selector: 'Delete draft' })] },
    { calls: [call('complete', { summary: 'Deleted.' })] },
  ]);

/** Every public way to press the button, with the rules as a program gives them. */
const entrances: Record<string, (rules: Rules) => Promise<void>> = {
  'openSession and perform': async (rules) => {
    const session = await openSession({ url: url(), ...rules });
    opened.push(session);
    await session.perform(press);
  },
  'openSession and call': async (rules) => {
    const session = await openSession({ url: url(), ...rules });
    opened.push(session);
    await session.call('click', { selector: 'Delete draft' });
  },
  'createSession on an environment': async (rules) => {
    const session = createSession(await openBrowser(), rules);
    opened.push(session);
    session.nameAddress(url());
    await session.perform({ type: 'navigate', url: url() });
    await session.perform(press);
  },
  'callTool with rules of its own': async ({ policy, ...rules }) => {
    const session = await openSession({ url: url(), policy });
    opened.push(session);
    const host = { session, memory: new Map(), rails: rules };
    await callTool(builtinRegistry(), 'click', { selector: 'Delete draft' }, host);
  },
  'callTool on a session without a policy': async (rules) => {
    const session = await openScreenSession({ url: url(), ...rules });
    opened.push(session);
    await callTool(builtinRegistry(), 'click', { selector: 'Delete draft' }, { session, memory: new Map() });
  },
  run: async (rules) => {
    await run({ task: 'Delete the draft.', url: url(), journal: false, model: turns(), ...rules });
  },
  'run on an open session': async ({ policy, ...rules }) => {
    const session = await openSession({ url: url(), policy });
    opened.push(session);
    await run({ task: 'Delete the draft.', session, journal: false, model: turns(), ...rules });
  },
  'createAgent and send': async (rules) => {
    const agent = createAgent({ url: url(), journal: false, model: turns(), ...rules });
    opened.push(agent);
    await agent.send('Delete the draft.');
  },
};

describe.each(Object.entries(entrances))('%s', (_, act) => {
  const attempt = async (rules: Rules) => {
    server.setPage(`<button onclick="fetch('/order/draft', { method: 'POST' })">Delete draft</button>`);
    await act(rules);
    return server.received.length;
  };

  test('refuses a consequential action if nobody can approve it, also with a gate that allows it', async () => {
    expect(await attempt({})).toBe(0);
    expect(await attempt({ gate: () => 'allow' })).toBe(0);
  });

  test('asks the approver without a gate, and obeys', async () => {
    const asked: string[] = [];
    const approve = (isYes: boolean) => (request: { sentence: string }) => {
      asked.push(request.sentence);
      return isYes;
    };
    expect(await attempt({ approve: approve(false) })).toBe(0);
    expect(asked).toEqual([expect.stringContaining('Click Button "Delete draft"')]);
    expect(await attempt({ approve: approve(true) })).toBe(1);
  });

  test('a gate that is stricter than the policy decides', async () => {
    expect(
      await attempt({ approve: () => true, gate: ({ action }) => (action.type === 'click' ? 'deny' : 'allow') }),
    ).toBe(0);
  });

  test('the policy open performs it', async () => {
    expect(await attempt({ policy: 'open' })).toBe(1);
  });
});
