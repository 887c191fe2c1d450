import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, removeFolders, temporaryFolder } from '../cli/handrail.js';
import {
  type Connected,
  type Elicited,
  type FormAnswer,
  type Generation,
  generations,
  type HttpServer,
  overHttp,
  overStdio,
  startHttp,
} from './connect.js';
import { startTestSite, type TestSite } from './test-site.js';

let site: TestSite;
let server: HttpServer;
const clients: Connected[] = [];
/** Keeps the server's browser open between the tests. */
let browserHolder: Connected;
let userCount = 0;
beforeAll(async () => {
  ensureBuilt();
  site = await startTestSite();
  server = await startHttp(['--url', site.url, '--allow-evaluate'], temporaryFolder());
  browserHolder = await overHttp('2025-11-25', server, { name: 'keeper' });
  await browserHolder.text('session', { do: 'open' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  site.sent.length = 0;
});
afterAll(async () => {
  await browserHolder?.close();
  await server.close();
  await site.close();
  removeFolders();
});

/** A client whose user answers every form like this, and the forms that the user got. */
async function withUser(
  generation: Generation,
  answer?: FormAnswer,
): Promise<{ client: Connected; asked: Elicited[] }> {
  const asked: Elicited[] = [];
  const elicit = (form: Elicited): FormAnswer => {
    asked.push(form);
    return answer ?? { action: 'cancel' };
  };
  userCount += 1;
  const client = await overHttp(generation, server, { name: `person-${userCount}`, ...(answer ? { elicit } : {}) });
  clients.push(client);
  return { client, asked };
}

const yes: FormAnswer = { action: 'accept', content: { answer: 'once' } };

describe.each(generations)('the user of a client of %s', (generation) => {
  it('sees the call and allows it, and it is executed', async () => {
    const { client, asked } = await withUser(generation, yes);
    const told: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }): void => void told.push(message);
    const { isError, structuredContent } = await client.call('submit', { selector: 'Ring' }, { onprogress });
    expect(isError).toBeFalsy();
    expect(told).toContain('submit(selector="Ring") waits for the user');
    expect(told.at(-1)).toBe('done');
    expect(structuredContent).toMatchObject({ effect: 'changed' });
    expect(site.sent).toHaveLength(1);
    expect(asked).toHaveLength(1);
    const [question, sentence, why, picture] = asked[0]?.message.split('\n') ?? [];
    expect(question).toBe('Allow this?');
    expect(sentence).toMatch(/^Call submit with \{"selector":"Ring"\} for Button "Ring" on 127\.0\.0\.1:\d+\/.*\.$/);
    expect(why).toContain('(preset careful, level medium)');
    expect(picture).toMatch(/^Picture: .*target\.png$/);
    expect(asked[0]?.requestedSchema).toMatchObject({
      properties: { answer: { type: 'string', enum: ['once', 'run', 'no'] }, message: { type: 'string' } },
      required: ['answer'],
    });
  });

  it('sees a long script in full before it runs', async () => {
    const { client, asked } = await withUser(generation, yes);
    const script = `${'/* nothing to see here \u202e */'.repeat(20)} fetch('/sent', { method: 'POST' }).then(() => 5)`;
    expect(await client.text('evaluate', { script })).toContain('5');
    expect(asked[0]?.message).toContain('here \\u{202e} */');
    expect(asked[0]?.message).not.toContain('\u202e');
    expect(asked[0]?.message).toContain("fetch('/sent', { method: 'POST' })");
    expect(site.sent).toHaveLength(1);
  });

  it.each<[string, FormAnswer]>([
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
    ['sends an answer of another form', { action: 'accept', content: { allow: true } }],
    ['sends the form with a no', { action: 'accept', content: { answer: 'no' } }],
  ])('%s, and nothing is executed', async (_, answer) => {
    const { client, asked } = await withUser(generation, answer);
    const { isError, structuredContent } = await client.call('submit', { selector: 'Ring' });
    expect([isError, structuredContent?.code]).toEqual([true, 'denied']);
    expect(asked).toHaveLength(1);
    expect(site.sent).toEqual([]);
    expect(await client.text('find', { query: 'Ring' })).toContain('Ring');
  });

  it('cannot be asked: nothing is executed, and the result tells how to allow it', async () => {
    const { client } = await withUser(generation);
    const { isError, content, structuredContent } = await client.call('submit', { selector: 'Ring' });
    expect([isError, structuredContent?.code]).toEqual([true, 'needs_approval']);
    expect(content[0]?.text).toContain('handrail mcp --approve all');
    expect(site.sent).toEqual([]);
    expect((await client.call('ask_user', { question: 'Which size?' })).structuredContent?.code).toBe(
      'user_unavailable',
    );
  });

  it('answers questions', async () => {
    const { client, asked } = await withUser(generation, { action: 'accept', content: { answer: 'Medium' } });
    expect(await client.text('ask_user', { question: 'Which size?' })).toBe('Medium');
    expect(asked[0]?.message).toBe('Which size?');
    const { client: silent } = await withUser(generation, { action: 'decline' });
    expect((await silent.call('ask_user', { question: 'Which size?' })).structuredContent?.code).toBe(
      'user_unavailable',
    );
  });
});

it.each<[string, Generation, string | undefined, number]>([
  ['all', '2026-07-28', undefined, 1],
  ['none', '2025-11-25', 'denied', 0],
])('the user is not asked with --approve %s', async (approve, generation, code, sent) => {
  const asked: string[] = [];
  const elicit = ({ message }: Elicited): FormAnswer => {
    asked.push(message);
    return yes;
  };
  const client = await overStdio(generation, ['--url', site.url, '--approve', approve], temporaryFolder(), { elicit });
  clients.push(client);
  const { structuredContent } = await client.call('submit', { selector: 'Ring' });
  expect(structuredContent?.code).toBe(code);
  expect(site.sent).toHaveLength(sent);
  expect(asked).toEqual([]);
});
