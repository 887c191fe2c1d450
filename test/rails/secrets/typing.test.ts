import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSession, type Session } from '../../../src/index.js';
import { type LoginSite, serveLogin } from './login-site.js';

const password = 'c4nary&Horse+47';
const user = 'ada.lovelace.canary';

describe('A secret in a browser', () => {
  let site: LoginSite;
  let session: Session;

  beforeAll(async () => {
    process.env.TEST_SHOP_PASSWORD = password;
    site = await serveLogin();
    session = await openSession({
      policy: 'open',
      secrets: {
        PASSWORD: { env: 'TEST_SHOP_PASSWORD', origins: [site.url] },
        USER: { value: user, origins: [site.url] },
        ELSEWHERE: { value: 'elsewhere-canary', origins: ['https://shop.example'] },
        MISSING: { env: 'TEST_NOT_SET', origins: [site.url] },
        ONLY_PASSWORD: { value: 'only-password-canary', origins: [site.url], fields: ['password'] },
      },
    });
  });
  afterAll(async () => {
    await session?.close();
    site?.close();
    delete process.env.TEST_SHOP_PASSWORD;
  });
  beforeEach(async () => {
    site.reports.length = 0;
    site.received.length = 0;
    await session.perform({ type: 'navigate', url: site.url });
  });

  it('is typed into the field, and its server receives it', async () => {
    const typed = await session.perform({ type: 'type', target: 'User', text: '{{secret:USER}}' });
    expect(typed).toMatchObject({ ok: true, effect: 'changed' });
    const filled = await session.call('fill', { selector: 'Password', value: '{{secret:PASSWORD}}' });
    expect(filled).toMatchObject({ success: true, metadata: { effect: 'changed' } });
    await session.perform({ type: 'click', target: 'the Sign in button' });
    const body = new URLSearchParams({ user, password, pin: '' });
    expect(site.received.at(-1)).toBe(`POST /login ${body}`);
    for (const shown of [typed, filled, await session.observe(), await session.read({ what: 'html' })]) {
      expect(JSON.stringify(shown)).not.toContain(user);
      expect(JSON.stringify(shown)).not.toContain(password);
    }
  });

  it('is typed without a target, into the focused field', async () => {
    await session.perform({ type: 'click', target: 'Password' });
    expect(await session.perform({ type: 'type', text: '{{ secret:PASSWORD }}', submit: true })).toMatchObject({
      ok: true,
    });
    expect(site.received.at(-1)).toContain(`password=${new URLSearchParams({ a: password }).toString().slice(2)}`);
  });

  it('can be a part of a text', async () => {
    await session.perform({ type: 'type', target: 'User', text: 'x-{{secret:USER}}-y' });
    expect(site.reports).toEqual([`user=x-${user}-y`]);
  });

  it.each([
    ['another site', 'Frame password', '{{secret:PASSWORD}}', 'localhost'],
    ['a site that it is not bound to', 'Password', '{{secret:ELSEWHERE}}', 'https://shop.example'],
    ['a search field', 'Find', '{{secret:PASSWORD}}', 'search field'],
    ['a text area', 'Comment', '{{secret:PASSWORD}}', 'one line'],
    ['an address field', 'Page', '{{secret:PASSWORD}}', 'type url'],
    ['a kind of field that it is not for', 'User', '{{secret:ONLY_PASSWORD}}', 'text field'],
  ])('is not typed into %s', async (_, target, text, reason) => {
    await session.observe();
    const outcome = await session.perform({ type: 'type', target, text });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'secret_refused' } });
    expect(`${outcome.error?.message} ${outcome.error?.hint}`).toContain(reason);
    const filled = await session.call('fill', { selector: target, value: text });
    expect(filled).toMatchObject({ success: false, fault: { code: 'secret_refused' } });
    expect(site.reports).toEqual([]);
  });

  it.each([
    ['{{secret:NOBODY}}', 'unknown_secret', 'PASSWORD, USER'],
    ['{{secret:}}', 'unknown_secret', '{{secret:NAME}}'],
    ['{{secret:PASSWORD', 'unknown_secret', '{{secret:NAME}}'],
    ['{{secret:MISSING}}', 'secret_unavailable', 'TEST_NOT_SET'],
  ])('%s is an error and never typed as text', async (text, code, hint) => {
    const { error } = await session.perform({ type: 'type', target: 'Password', text });
    expect(error).toMatchObject({ code });
    expect(`${error?.message} ${error?.hint}`).toContain(hint);
    expect(site.reports).toEqual([]);
  });

  it.each([
    { type: 'navigate' as const, url: 'https://shop.example/?p={{secret:PASSWORD}}' },
    { type: 'evaluate' as const, script: '"{{secret:PASSWORD}}"' },
    { type: 'key' as const, keys: '{{secret:PASSWORD}}' },
    { type: 'upload' as const, paths: ['{{secret:PASSWORD}}'] },
  ])('is refused in $type', async (action) => {
    expect(await session.perform(action)).toMatchObject({ ok: false, error: { code: 'secret_refused' } });
  });

  it('is not read back, also after the page shows it', async () => {
    await session.perform({ type: 'type', target: 'Password', text: '{{secret:PASSWORD}}' });
    await session.perform({ type: 'click', target: 'Show the password' });
    const echoed = await session.perform({ type: 'click', target: 'Echo' });
    const script = `({ own: password.value, text: out.textContent, coded: encodeURIComponent(password.value),
      base64: btoa(password.value), reversed: [...password.value].reverse().join(''), lines: password.value.replace('H', '\\n H') })`;
    const evaluated = await session.perform({ type: 'evaluate', script });
    const shown = JSON.stringify([
      echoed,
      evaluated,
      await session.observe(),
      await session.read({ what: 'text' }),
      await session.read({ what: 'html' }),
      await session.read({ what: 'data' }),
      await session.call('read_page', {}),
    ]);
    const forms = [
      password,
      encodeURIComponent(password),
      Buffer.from(password).toString('base64'),
      [...password].reverse().join(''),
      'orse+47',
    ];
    for (const form of forms) expect(shown).not.toContain(form);
    expect(shown).toContain('You typed •••');
  });
});
