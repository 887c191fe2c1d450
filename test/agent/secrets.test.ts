import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Turn } from '../../src/exports/models.js';
import { call, scripted } from '../../src/exports/testing.js';
import {
  createAgent,
  defineTool,
  openSession,
  type Proposal,
  type RunEvent,
  type RunOptions,
  run,
  type SessionEvent,
} from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const password = 'tr0ub4dor&3-horse';
const token = 'token-4711-abcdef';
const pin = 'p!7';

const page = `<title>Sign in</title><label>User <input id="user"></label>
<label>Password <input id="secret" type="password"></label>
<button onclick="location.hash = encodeURIComponent(secret.value)">Sign in</button>`;

const logIn = defineTool({
  name: 'log_in',
  description: 'Logs in.',
  input: z.object({ token: z.string(), pin: z.string(), account: z.object({ keys: z.array(z.string()) }).optional() }),
  takes: { secrets: ['token', 'pin', 'account'] },
  run: (input, { log }) => {
    log(`Logging in with ${input.token}`);
    return { greeting: `Welcome, ${input.token}`, received: input.token === token };
  },
});

/** Types a password that the model does not know. */
const typePassword = defineTool({
  name: 'type_password',
  description: 'Types the password.',
  input: z.object({}),
  effect: 'page',
  async run(_, { perform, resolve, log }) {
    const { target } = await resolve('Password', 'fill');
    await perform({ type: 'type', target, text: password });
    const button = await resolve('the Sign in button');
    await perform({ type: 'click', target: button.target });
    log(`Typed ${password}.`);
    return { typed: password };
  },
});

const account = { keys: ['recovery-key-99'] };
const secrets = [password, encodeURIComponent(password), token, pin, ...account.keys];

function expectNone(text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

describe('Secrets', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servePages({ '/': page });
  });
  afterAll(() => served?.close());

  /** Runs the calls and returns everything that left the run. */
  async function start(calls: ReturnType<typeof call>[], more: Partial<RunOptions> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const events: RunEvent[] = [];
    const proposals: Proposal[] = [];
    const note = (proposal: Proposal) => proposals.push(proposal) > 0;
    const { folder: at = '', report = '' } = await run({
      task: 'Sign in.',
      model: scripted([...calls, call('complete', { summary: 'Done.' })].map((one) => ({ calls: [one] }))),
      tools: [logIn, typePassword, 'browser'],
      url: served.url,
      journal: folder,
      gate: (proposal) => (note(proposal) ? 'ask' : 'deny'),
      approve: note,
      on: (event) => events.push(event),
      ...more,
    });
    expect(existsSync(report)).toBe(true);
    return {
      events: JSON.stringify(events),
      proposals: JSON.stringify(proposals),
      journal: readFileSync(join(at, 'journal.jsonl'), 'utf8'),
      report: readFileSync(report, 'utf8'),
      results: events.flatMap((event) => (event.type === 'call_ended' ? [event.result] : [])),
    };
  }

  it('that a tool declares are masked in journal, report, events and proposals', async () => {
    const { events, proposals, journal, report, results } = await start([call(logIn, { token, pin, account })]);
    expect(results[0]).toMatchObject({ success: true, data: { received: true } });
    for (const text of [events, proposals, journal, report]) expectNone(text);
    expect(proposals).toContain('log_in');
    expect(journal).toContain('Welcome, ');
  });

  it('that a tool types into a password field are masked in journal, report, events and proposals', async () => {
    const { events, proposals, journal, report, results } = await start([call(typePassword, {}), call('observe', {})]);
    expect(results[0]).toMatchObject({ success: true });
    expect(journal).toContain(`${served.url}/#`);
    expect(proposals).toContain('"type":"type"');
    for (const text of [events, proposals, journal, report]) expectNone(text);
  });

  it('that a model types are masked in the proposals for the action and for the confirmation of the model', async () => {
    const confirmed = { ...call('fill', { selector: 'Password', value: password }), confirm: 'the model asks' };
    const { proposals } = await start([confirmed]);
    expect(proposals).toContain('the model asks');
    expect(proposals).toContain('"type":"set_value"');
    expectNone(proposals);
  });

  it('that a program fills in before a run are masked in its journal, report, events and messages to the model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const turns: Turn[] = [];
    const model = scripted([
      (turn) => {
        turns.push(turn);
        return { calls: [call('complete', { summary: `Signed in at ${turn.observation?.url}` })] };
      },
    ]);
    const events: RunEvent[] = [];
    await using agent = createAgent({ model, url: served.url, journal: folder, on: (event) => events.push(event) });
    const session = await agent.session();
    const filled = await session.call('fill_form', { fields: { User: 'ada', Password: password } });
    expect(filled.error).toBeUndefined();
    expect((await session.perform({ type: 'click', target: 'the Sign in button' })).ok).toBe(true);
    const { folder: at = '', report = '' } = await agent.send('Check that you are signed in.');
    const texts = [join(at, 'journal.jsonl'), report].map((path) => readFileSync(path, 'utf8'));
    expect(turns[0]?.observation?.text).toContain(`${served.url}/#`);
    for (const text of [...texts, JSON.stringify(events), turns[0]?.observation?.text ?? '']) expectNone(text);
  });

  it('are masked in the journal, the events and the proposals of a program', async () => {
    const entries: unknown[] = [];
    const proposals: Proposal[] = [];
    const events: SessionEvent[] = [];
    const session = await openSession({
      url: served.url,
      gate: () => 'ask',
      approve: (proposal) => proposals.push(proposal) > 0,
      journal: { write: (entry) => entries.push(entry) },
    });
    onTestFinished(() => session.close());
    session.on((event) => events.push(event));
    const { ok } = await session.perform({ type: 'type', target: 'Password', text: password });
    expect(ok).toBe(true);
    expect((await session.perform({ type: 'click', target: 'the Sign in button' })).ok).toBe(true);
    const entered = await session.perform({ type: 'evaluate', script: 'secret.value.length' });
    expect(entered.value).toBe(password.length);
    const { data } = await session.call(logIn, { token, pin });
    expect(data).toMatchObject({ received: true });
    await session.perform({ type: 'type', target: 'User', text: `not a secret, but ${token}` });
    expect(entries.map((entry) => (entry as { type: string }).type)).toContain('intent');
    for (const seen of [entries, proposals, events]) expectNone(JSON.stringify(seen));
    const types = proposals.map(({ action: { type } }) => type);
    expect(types).toEqual(['navigate', 'type', 'click', 'evaluate', 'tool', 'type']);
    expect(proposals.at(-1)?.description).toContain('not a secret');
  });
});
