import { describe, expect, test } from 'vitest';
import { matchesHost, parseHostPattern } from '../../../src/rails/policy/host-pattern.js';
import { loadPolicy } from '../../../src/rails/policy/load-policy.js';

const hostOf = (url: string): string => new URL(url).host;

describe('the pattern example.com does not match', () => {
  test.each(
    [
      'https://example.com@evil.test/',
      'https://example.com:443@evil.test/',
      'https://example.com%20@evil.test/',
      'https://example.com.evil.test/',
      'https://evilexample.com/',
      'https://evil.test\\.example.com/',
      'https://evil.test/#example.com',
      'https://evil.test/?example.com',
      'https://evil.test/\texample.com',
      'https://evil\n.test/example.com',
      'https://ex\u0430mple.com/',
      'https://exampl\u0435.com/',
      'https://evil。test/example.com',
      'https://example.com．evil.test/',
      'https://evil.test%2eexample.com/',
      'https://example.co/',
      'https://example.com.',
    ].map((url) => [JSON.stringify(url), url] as const),
  )('%s', (_, url) => {
    const isSame = url === 'https://example.com.';
    expect(matchesHost('example.com', hostOf(url))).toBe(isSame);
  });

  test('a host below it', () => {
    expect(matchesHost('example.com', 'shop.example.com')).toBe(false);
  });
});

test.each([
  ['example.com', 'https://EXAMPLE.com/', true],
  ['EXAMPLE.COM', 'https://example.com/', true],
  ['example.com', 'https://example.com:443/', true],
  ['example.com', 'http://example.com:8080/', true],
  ['example.com:8080', 'http://example.com:8080/', true],
  ['example.com:8080', 'http://example.com/', false],
  ['example.com:443', 'https://example.com/', true],
  ['example.com:443', 'https://example.com:8443/', false],
  ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ['xn--bcher-kva.example', 'https://bücher.example/', true],
  ['BÜCHER.example', 'https://bücher.example/', true],
  ['example.com', 'https://example。com/', true],
  ['*.example.com', 'https://example.com/', true],
  ['*.example.com', 'https://a.b.example.com/', true],
  ['*.example.com', 'https://evilexample.com/', false],
  ['*.example.com', 'https://example.com.evil.test/', false],
  ['*.example.com', 'https://evil.test%2eexample.com/', true],
  ['*.example.com:8443', 'https://shop.example.com:8443/', true],
  ['*.example.com:8443', 'https://shop.example.com/', false],
  ['127.0.0.1', 'http://2130706433/', true],
  ['127.0.0.1', 'http://0x7f.1/', true],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/', true],
  ['[::1]', 'http://[0:0:0:0:0:0:0:1]/', true],
  ['localhost:3000', 'http://localhost:3000/', true],
  ['localhost', 'http://localhost.evil.test/', false],
])('the pattern %s and the address %s: %s', (pattern, url, matches) => {
  expect(matchesHost(pattern, hostOf(url))).toBe(matches);
});

const notHosts = [
  '',
  '*',
  '*.',
  '*.*.example.com',
  'a*.example.com',
  'example.*',
  'https://example.com',
  '//example.com',
  'example.com/path',
  'example.com?x',
  'example.com#x',
  'user@example.com',
  'example.com.',
  '*.example.com.',
  ' example.com',
  'exam ple.com',
  'example.com\n',
  'example.com\\evil',
  'evil%2eexample.com',
  '2130706433',
  '0x7f.1',
  '127.1',
  '*.127.0.0.1',
  '*.[::1]',
  '::1',
  'example.com:',
  'example.com:port',
  'example.com:99999',
];

test.each(notHosts.map((text) => [JSON.stringify(text), text] as const))(
  '%s is not a host pattern, and a policy with it is refused',
  (_, text) => {
    expect(parseHostPattern(text)).toBeUndefined();
    expect(() => loadPolicy({ rules: [{ when: { host: text }, do: 'allow' }] })).toThrow(/is not a host/);
    expect(() => loadPolicy({ addresses: { allow: [text] } })).toThrow(/is not a host/);
  },
);
