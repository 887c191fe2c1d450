import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const received: string[] = [];
const page = `<!doctype html><title>Form</title><form action="/save"><label>A <input name="a" required></label><label>B <input name="b"></label></form>
<form onsubmit="event.preventDefault(); fetch('/own?' + event.target.c.value)"><label>C <input name="c"></label><label>D <input name="d" type="password"></label></form>`;
let site: Served;
let session: BrowserSession;

beforeAll(async () => {
  site = await servePages({
    '/': page,
    '/save': ({ url = '' }, response) => {
      received.push(url);
      response.end('saved');
    },
    '/own': ({ url = '' }, response) => {
      received.push(url);
      response.end();
    },
  });
  session = await openSession({ policy: 'open' });
});
beforeEach(async () => {
  await session.perform({ type: 'navigate', url: site.url });
  received.length = 0;
});
afterAll(async () => {
  await session?.close();
  site?.close();
});

const call = (name: string, input: unknown) => callTool(builtinRegistry(), name, input, { session, memory: new Map() });

it('A form with several fields and no button is submitted', async () => {
  await call('fill', { selector: 'A', value: '1' });
  await call('fill', { selector: 'B', value: '2' });
  expect((await call('submit', {})).error).toBeUndefined();
  expect(received).toEqual(['/save?a=1&b=2']);
});

it('Its validation and its submit listeners run', async () => {
  const refused = await call('submit', { selector: 'B' });
  expect(refused.metadata.code).toBe('expectation_failed');
  expect(refused.error).toMatch(/The form was not submitted: /);
  expect(received).toEqual([]);
  expect((await call('fill_form', { fields: { C: 'x', D: 'y' }, submit: true })).error).toBeUndefined();
  await expect.poll(() => received).toEqual(['/own?x']);
});
