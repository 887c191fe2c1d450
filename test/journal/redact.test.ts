import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/journal/redaction/redact.js';
import { isLongJob } from '../support/sample.js';

const redact = (value: unknown, secrets: string[] = []): string =>
  JSON.stringify(createRedactor(secrets).redact({ type: 'log', step: 1, value }));

const secret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 40 }),
    fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }),
    fc.stringMatching(/^[\w!@#$%^&*+/="'\\-]{4,40}$/),
  )
  .filter((text) => text.trim().length >= 4 && text.isWellFormed() && /[^\s".,:{}[\]\\]{3}/.test(text));
/** What stands before may swallow the beginning of a coded secret. */
const around = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('%', '%0', '%2', '\\', '\\u00', '&#3', '&', '=', 'a='),
);

/** Every way in which a secret is known to show up. */
const forms: Record<string, (plain: string) => string> = {
  plain: (plain) => plain,
  base64: (plain) => Buffer.from(plain).toString('base64'),
  'base64 in a longer text': (plain) => Buffer.from(`user:${plain}:more`).toString('base64'),
  'base64 one byte on': (plain) => Buffer.from(`u${plain}x`).toString('base64'),
  base64url: (plain) => Buffer.from(plain).toString('base64url'),
  hex: (plain) => Buffer.from(plain).toString('hex'),
  'URL-encoded': (plain) => encodeURIComponent(plain),
  'URL-encoded in full': (plain) => Buffer.from(plain).toString('hex').replace(/../g, '%$&'),
  'form-encoded': (plain) => new URLSearchParams({ a: plain }).toString().slice(2),
  'URL-encoded twice': (plain) => encodeURIComponent(encodeURIComponent(plain)),
  'in JSON': (plain) => JSON.stringify(plain).slice(1, -1),
  'in JSON in JSON': (plain) => JSON.stringify(JSON.stringify(plain)).slice(1, -1),
  'in JSON as code points': (plain) =>
    [...plain.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in HTML': (plain) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
};

describe('known secrets', () => {
  test.each(Object.entries(forms))('%s', (_name, form) => {
    fc.assert(
      fc.property(secret, around, around, (plain, before, after) => {
        const coded = form(plain);
        const written = createRedactor([plain]).redact({
          type: 'log',
          text: before + coded + after,
          deep: [{ [coded]: [coded, { value: `${coded}${coded}` }] }],
        });
        const texts: string[] = [];
        JSON.stringify(written, (key, value) => {
          texts.push(key);
          if (typeof value === 'string') texts.push(value);
          return value;
        });
        for (const text of texts) {
          expect(text).not.toContain(plain);
          expect(text).not.toContain(coded);
        }
      }),
      { numRuns: isLongJob ? 150 : 60 },
    );
  });

  test('overlapping and nested secrets are removed completely', () => {
    fc.assert(
      fc.property(secret, fc.nat(3), fc.nat(3), (plain, cut, more) => {
        const others = [plain.slice(cut), `${plain}${more}`, plain + plain.slice(1), ''];
        const secrets = [plain, ...others].filter((one) => one.length !== 1);
        const text = secrets.join('') + plain.slice(1) + plain;
        const written = createRedactor(secrets).redact({ type: 'log', text });
        for (const one of secrets.filter(Boolean)) expect(written.text).not.toContain(one);
      }),
    );
  });

  test('text without secrets stays unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w ,.!äöß€-]{0,200}$/), (text) => {
        expect(createRedactor(['', 'q7#never']).redact({ type: 'log', text }).text).toBe(text);
      }),
    );
  });

  test('of one character, even one of the placeholder', () => {
    expect(createRedactor(['e']).redact({ type: 'log', text: 'seven eels' }).text).not.toContain('e');
    expect(createRedactor(['•', 'e', '*']).redact({ type: 'log', text: 'a•e*b' }).text).toBe('ab');
  });

  test('in numbers, keys, errors, maps and sets', () => {
    const value = {
      card: 4242424242424242,
      'sk 4242424242424242': 1,
      error: new Error('no 4242424242424242'),
      map: new Map([['a', '4242424242424242']]),
      set: new Set(['4242424242424242']),
      count: 42,
    };
    const written = redact(value, ['4242424242424242']);
    expect(written).not.toContain('4242424242424242');
    expect(written).toContain('"count":42');
  });

  test('across the position where a long text is cut', () => {
    const written = redact(`${'a'.repeat(7_996)}hunter2-hunter2${'b'.repeat(50_000)}`, ['hunter2-hunter2']);
    expect(written).not.toContain('hunt');
    expect(written).toMatch(/cut: 50011 characters more/);
  });

  test('lines of a key, and a value with a line break', () => {
    const key = '-- first line of it\nsecond line of it\n';
    expect(redact('it said: second line of it.', [key])).not.toContain('second line');
    expect(redact('it said: token-77', ['token-77\n'])).not.toContain('token-77');
  });
});

describe('text typed into secret fields', () => {
  test('an intent on a password field, and every entry after it', () => {
    const redactor = createRedactor();
    const action = { type: 'type', text: 'hunter2!', target: { element: 'el_5' } };
    const element = { id: 'el_5', role: 'TextInput', name: 'Kennwort', states: ['password', 'focused'] };
    const intent = redactor.redact({ type: 'intent', action, element });
    expect(intent).toMatchObject({ action: { type: 'type', text: '[redacted]', target: { element: 'el_5' } } });
    expect(intent).toMatchObject({ element: { states: ['password', 'focused'] } });
    expect(JSON.stringify(redactor.redact({ type: 'note', text: 'typed "hunter2!" there' }))).not.toContain('hunter2');
    expect(action.text).toBe('hunter2!');
  });

  test.each([
    { tool: 'type', input: { selector: 'el_5', text: 'hunter2!' } },
    { tool: 'fill', input: { selector: 'kennwort', value: 'hunter2!' } },
    { tool: 'fill_form', input: { fields: { Kennwort: 'hunter2!' } } },
    { action: { type: 'type', text: 'hunter2!', target: { element: 'el_5' } } },
  ])('a reply that types into an observed password field: %j', (call) => {
    const redactor = createRedactor();
    const elements = [
      { id: 'el_4', role: 'TextInput', name: 'Name', states: [] },
      { id: 'el_5', role: 'TextInput', name: 'Kennwort', states: ['password'] },
    ];
    const observation = { url: '/', title: 'Anmelden', total: 2, elements, text: '[el_5] …' };
    const observed = redactor.redact({ type: 'observed', step: 1, ms: 1, observation });
    expect(observed.observation).toEqual({ url: '/', title: 'Anmelden', total: 2 });
    const calls = [{ id: '1', ...call }];
    const replied = redactor.redact({ type: 'model_replied', step: 1, thought: 'I type hunter2! now', calls });
    expect(JSON.stringify(replied)).not.toContain('hunter2');
    const name = { id: '2', tool: 'type', input: { selector: 'el_4', text: 'Ada Lovelace' } };
    expect(JSON.stringify(redactor.redact({ type: 'model_replied', step: 1, calls: [name] }))).toContain(
      'Ada Lovelace',
    );
  });

  test('a short one is removed only from its intent', () => {
    const redactor = createRedactor();
    const entry = { type: 'intent', action: { type: 'set_value', value: '12' }, element: { states: ['password'] } };
    expect(redactor.redact(entry)).toMatchObject({ action: { value: '[redacted]' } });
    expect(redactor.redact({ type: 'log', text: '12 of 12' }).text).toBe('12 of 12');
  });

  test.each([
    { tool: 'type', input: { selector: 'Password', text: 'hunter2!' } },
    { tool: 'fill', input: { selector: '#user_password', value: 'hunter2!' } },
    { tool: 'fill', input: { selector: 'the API key box', value: 'hunter2!' } },
    { tool: 'fill_form', input: { fields: { Name: 'Ada', 'New password': 'hunter2!' } } },
    { tool: 'fill_form', input: { fields: { 'One-time code': 'hunter2!' } } },
    { tool: 'login', input: { apiKey: 'hunter2!' } },
    { tool: 'login', input: { client_secret: 'hunter2!' } },
    { tool: 'remember', input: { key: 'access token', value: 'hunter2!' } },
  ])('a call of $tool with $input', (call) => {
    const redactor = createRedactor();
    const replied = redactor.redact({
      type: 'model_replied',
      step: 1,
      thought: 'I type hunter2! there',
      calls: [{ id: '1', ...call }],
    });
    const started = redactor.redact({
      type: 'call_started',
      step: 1,
      call: { id: '1', ...call },
      text: 'type "hunter2!"',
    });
    expect(JSON.stringify([replied, started])).not.toContain('hunter2');
    expect(JSON.stringify(replied)).toContain('[redacted]');
  });

  test.each([
    'Sign in with name "ada" and password "hunter2!"',
    "type 'hunter2!' into the password field",
    'type hunter2! into Password, then click Sign in',
    'fill "Password" with "hunter2!"',
    'the password is hunter2!',
    'password: hunter2!, then go',
    'Use API key “hunter2!” to sign in',
    'enter password hunter2! and press Enter',
  ])('part of the task: %s', (task) => {
    const redactor = createRedactor();
    const started = redactor.redact({ type: 'run_started', id: 'r', task, model: 'steps', limits: {} });
    const replied = redactor.redact({ type: 'model_replied', step: 1, thought: 'typing hunter2! now', calls: [] });
    expect(JSON.stringify([started, replied])).not.toContain('hunter2');
  });

  test.each([
    'Click "Forgot password", then "Send"',
    'Enter the password and click Sign in',
    'go to the password settings and switch off "Remember me"',
  ])('a task without a secret stays unchanged: %s', (task) => {
    expect(createRedactor().redact({ type: 'run_started', task })).toMatchObject({ task });
  });

  test('a page cannot make the journal hide text', () => {
    const redactor = createRedactor();
    redactor.redact({ type: 'observed', step: 1, observation: { title: 'password "order"', url: '/' } });
    expect(redactor.redact({ type: 'log', text: 'the order came' }).text).toBe('the order came');
  });

  test('rows and changes of a page that name a password', () => {
    const written = redact({
      blocks: [{ kind: 'pairs', pairs: [['API key', 'abc-1234']] }],
      changes: [{ kind: 'value', name: 'Password', to: 'abc-1234' }],
      fields: [{ label: 'Passcode', value: 'abc-1234' }],
    });
    expect(written).not.toContain('abc-1234');
  });
});

describe('recognizable secrets', () => {
  test.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: [redacted]'],
    ['{"authorization":"Basic dXNlcjpwdw=="}', '{"authorization":"[redacted]"}'],
    ['curl -H "Bearer abcdefghij0123456789"', 'curl -H "Bearer [redacted]"'],
    ['Cookie: session=abc; b=c', 'Cookie: [redacted]'],
    ['see https://ada:pa:ss@word@shop.example/a?b=c', 'see https://[redacted]@shop.example/a?b=c'],
    ['https://ghtoken@git.example/', 'https://[redacted]@git.example/'],
    [
      'https://a.example/?q=lamp&token=abc&page=2#code=x',
      'https://a.example/?q=lamp&token=[redacted]&page=2#code=[redacted]',
    ],
    ['/cb?code=4%2F0A&state=1', '/cb?code=[redacted]&state=1'],
    [
      '/f?X-Amz-Signature=abc&apiKey=d&client_secret=e',
      '/f?X-Amz-Signature=[redacted]&apiKey=[redacted]&client_secret=[redacted]',
    ],
    ['/go?next=https%3A%2F%2Fx%2F%3Ftoken%3Dabc%26a%3Db', '/go?next=https%3A%2F%2Fx%2F%3Ftoken%3D[redacted]%26a%3Db'],
    ['user=ada&password=hunter2', 'user=ada&password=[redacted]'],
    ['{"user":"ada","password":"hun\\u0074er2"}', '{"user":"ada","password":"[redacted]"}'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', '[redacted]'],
  ])('%s', (text, expected) => {
    expect(createRedactor().redact({ type: 'log', text }).text).toBe(expected);
  });

  test.each([
    'https://shop.example/search?q=key+lime&country_code=DE&sort_key=price&keyword=a',
    'Basic information about Bearer bonds',
    'mail ada@example.com, or see //cdn.example/a.js',
    '[el_5] TextInput "Password" (320,290) focused',
    'Tokens used: 1,234; press the Enter key',
  ])('plain text stays: %s', (text) => {
    expect(createRedactor().redact({ type: 'log', text }).text).toBe(text);
  });

  test('token counts and error codes are not secrets', () => {
    const value = { usage: { inputTokens: 5, outputTokens: 6 }, limits: { maxTokens: 9 }, error: { code: 'denied' } };
    expect(redact(value)).toContain(JSON.stringify(value));
    expect(redact({ tool: 'press_key', input: { key: 'Enter' } })).toContain('"key":"Enter"');
  });
});

describe('size limits', () => {
  test('binary data is described, not stored', () => {
    const bytes = Buffer.alloc(5_000, 7);
    const written = redact({
      bytes,
      json: JSON.parse(JSON.stringify(bytes)),
      url: `data:image/png;base64,${bytes.toString('base64')}`,
    });
    expect(written.length).toBeLessThan(300);
    expect(written).toContain('[binary, 5000 bytes omitted]');
    expect(written).toContain('[image/png, 5001 bytes omitted]');
  });

  test('cycles, depth and unusual values', () => {
    const ring: Record<string, unknown> = { name: 'ring', big: 5n, no: undefined, at: new Date(0), nan: Number.NaN };
    ring.self = ring;
    let deep: unknown = 'end';
    for (let level = 0; level < 100; level += 1) deep = { deep };
    const written = redact({ ring, deep });
    expect(written).toContain('[circular reference]');
    expect(written).toContain('[nested too deeply]');
    expect(written).toContain('1970-01-01');
  });

  test('an entry has a maximum length', () => {
    const rows = Array.from({ length: 5_000 }, (_, row) => ({ row, text: 'x'.repeat(5_000) }));
    const written = redact(rows);
    expect(written.length).toBeLessThan(256_000);
    expect(written).toContain('items more');
  });
});
