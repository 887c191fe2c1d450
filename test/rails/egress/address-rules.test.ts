import { expect, test } from 'vitest';
import { createAddressGuard } from '../../../src/rails/addresses/address-guard.js';
import { kindOfIp } from '../../../src/rails/addresses/address-kind.js';
import { findAddresses } from '../../../src/rails/addresses/named-addresses.js';
import { parsePolicy } from '../../../src/rails/policy/load-policy.js';
import type { Policy } from '../../../src/rails/policy/schema.js';

function judge(addresses: Policy['addresses'], url: string, named: readonly string[] = []): string {
  const guard = createAddressGuard({ preset: 'careful', addresses });
  if (!guard) throw new Error('The policy limits no addresses.');
  for (const one of named) guard.name(one);
  return guard.judgeUrl(url, 'page').verdict;
}

test.each([
  'https://example.com@evil.test/',
  'https://example.com:443@evil.test/',
  'https://example.com%20@evil.test/',
  'https://example.com.evil.test/',
  'https://evilexample.com/',
  'https://evil-example.com/',
  'https://evil.test\\.example.com/',
  'https://evil.test/#example.com',
  'https://evil.test/?example.com',
  'https://evil.te\tst/example.com',
  'https://evil.te\nst/example.com',
  'https://ex\u0430mple.com/',
  'https://xn--exmple-4nf.com/',
  'https://evil.test\u3002example.com/',
  'https://evil.test%2eexample.com/',
  'https://sub.example.com/',
  '//evil.test/',
])('for the only address example.com, %s is refused', (url) => {
  expect(judge({ allow: ['example.com'] }, url)).toBe('deny');
});

test.each([
  'https://EXAMPLE.com/',
  'https://example.com./',
  'https://example.com:443/',
  'http://example.com:8080/',
  'https://example\u3002com/',
  'https://exam\tple.com/',
  'https://user:password@example.com/',
])('%s is example.com', (url) => {
  expect(judge({ allow: ['example.com'] }, url)).toBe('allow');
});

test('a pattern with subdomains includes them and the host itself, and nothing else', () => {
  const only = { allow: ['*.example.com'] };
  for (const url of ['https://example.com/', 'https://a.b.example.com/', 'https://evil.test%2eexample.com/'])
    expect([url, judge(only, url)]).toEqual([url, 'allow']);
  expect(judge(only, 'https://notexample.com/')).toBe('deny');
});

test.each([
  'https://example.com',
  'example.com/path',
  'exam ple.com',
  '*',
  '*.*.com',
  'a@b.c',
  '0x7f.1',
  'example.com.',
  '',
])('the pattern %j is refused when the policy is loaded', (pattern) => {
  expect(() => parsePolicy({ addresses: { allow: [pattern] } }, 'the policy')).toThrow('is not a host');
});

test.each([
  'file:///etc/hostname',
  'data:text/html,x',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'blob:https://example.com/0a1b',
  'blob:null/0a1b',
  'view-source:https://example.com/',
  'filesystem:https://example.com/temporary/x',
  'chrome://version/',
  'devtools://devtools/bundled/inspector.html',
  'about:version',
  'about:blankx',
  'ftp://example.com/',
  'ws://example.com/',
  'wss://example.com/',
  'intent://example.com#Intent;end',
  'mailto:a@example.com',
])('%s is no page', (url) => {
  expect(judge({}, url)).toBe('deny');
});

test('an empty page is allowed, and a URL without a host only when that URL was named', () => {
  expect(judge({}, 'about:blank')).toBe('allow');
  expect(judge({}, 'data:text/html,x', ['data:text/html,x'])).toBe('allow');
  expect(judge({}, 'data:text/html,y', ['data:text/html,x'])).toBe('deny');
});

const privateHosts = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '0.1.2.3',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '192.0.0.1',
  '198.18.0.1',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001:0:1::1]',
  '[2001:db8::1]',
  '[::127.0.0.2]',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '10.1',
];
test.each(privateHosts)('http://%s/ is refused until it is named', (host) => {
  const url = `http://${host}/`;
  expect(judge({}, url)).toBe('deny');
  expect(judge({}, url, [url])).toBe('allow');
  expect(judge({}, `http://${host}:8080/`, [url])).toBe('deny');
  expect(judge({ private: 'allow' }, url)).toBe('allow');
});

const loopbackHosts = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '\uff11\uff12\uff17.0.0.1',
  '127\u30020\u30020\u30021',
];
test.each(loopbackHosts)('http://%s:3000/ is asked about, and is the same as localhost', (host) => {
  const url = `http://${host}:3000/`;
  expect(judge({}, url)).toBe('ask');
  expect(judge({ loopback: 'named' }, url)).toBe('deny');
  expect(judge({}, url, ['http://localhost:3000/shop'])).toBe('allow');
  expect(judge({ named: ['127.0.0.1:3000'] }, 'http://127.0.0.1:3000/')).toBe('allow');
});

test('public addresses are allowed, and a denied one stays denied when it is named', () => {
  for (const host of ['example.com', '8.8.8.8', '[2606:4700::1111]', '172.32.0.1', '100.128.0.1'])
    expect([host, judge({}, `https://${host}/`)]).toEqual([host, 'allow']);
  expect(judge({ deny: ['*.ads.example'] }, 'https://x.ads.example/', ['https://x.ads.example/'])).toBe('deny');
  expect(kindOfIp('example.com')).toBeUndefined();
});

test('a public name on the list does not become an address of this machine', () => {
  const guard = createAddressGuard({ addresses: { allow: ['shop.example'], loopback: 'allow' } });
  const strict = createAddressGuard({ addresses: { allow: ['shop.example'] } });
  const address = { host: 'shop.example', port: 80, kind: 'public' as const };
  expect(strict?.judgeAddress(address, 'loopback').verdict).toBe('deny');
  expect(strict?.judgeAddress(address, 'private').verdict).toBe('deny');
  expect(guard?.judgeAddress(address, 'loopback').verdict).toBe('allow');
});

test('the policy open limits nothing, unless it has addresses', () => {
  expect(createAddressGuard({ preset: 'open' })).toBeUndefined();
  const guard = createAddressGuard({ preset: 'open', addresses: { deny: ['evil.test'] } });
  expect(guard?.judgeUrl('http://evil.test/', 'page').verdict).toBe('deny');
  expect(guard?.judgeUrl('http://localhost:3000/', 'page').verdict).toBe('allow');
});

test.each([
  ['Open http://localhost:3000/shop, and buy a mug.', 'http://localhost:3000/shop'],
  ['Go to 127.0.0.1:8080.', 'http://127.0.0.1:8080'],
  ['Compare (http://[::1]:5000) with the other', 'http://[::1]:5000'],
  ['Read 192.168.0.5 and stop', 'http://192.168.0.5'],
  ['Log in at intranet.corp/login', 'http://intranet.corp'],
])('%j names an address', (task, url) => {
  expect(findAddresses(task)).toContain(url);
});
