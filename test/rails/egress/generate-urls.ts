/** Parts of URLs that parsers read in different ways. */
const schemes = [
  'http://',
  'https://',
  'HTTP://',
  'http:',
  'https:/',
  'https:///',
  'http:\\\\',
  'ht\ttp://',
  ' https://',
  'ws://',
  'ftp://',
  'file://',
  'data:',
  'blob:https://',
  'javascript:',
  'java\nscript:',
  'view-source:https://',
  'about:blank',
  'about:',
  '//',
  '',
  'chrome://',
  'intent://',
  'filesystem:https://',
];
const users = [
  '',
  '',
  '',
  '',
  'example.com@',
  'example.com:443@',
  'a:b@',
  '%20@',
  '@',
  'example.com%2f@',
  'example.com\\@',
  'a@b@',
  '\u0000@',
];
const hosts = [
  'example.com',
  'EXAMPLE.com',
  'example.com.',
  'example.com..',
  'evil.test',
  'evil-example.com',
  'example.com.evil.test',
  'evil.test\\.example.com',
  'evil.test/.example.com',
  'evil.test%2eexample.com',
  'evil.test\u3002example.com',
  'exam\tple.com',
  'exam\u00adple.com',
  'ex\u0430mple.com',
  'xn--exmple-4nf.com',
  '\uff45xample.com',
  '\u24d4xample.com',
  'example.com\uff0f.evil.test',
  'example.com%00.evil.test',
  'example.com%23.evil.test',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '4294967296',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  '\uff11\uff12\uff17.0.0.1',
  '127\u30020\u30020\u30021',
  '0177.0.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '10.1',
  '192.168.257',
  '172.16.0.1',
  '100.64.0.1',
  '8.8.8.8',
  '0x08.8.8.8',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[64:ff9b::7f00:1]',
  '[fe80::1]',
  '[fe80::1%25eth0]',
  '[fc00::1]',
  '[2606:4700::1111]',
  '[::127.0.0.1]',
  '',
  '%',
  '%6c%6f%63%61%6c%68%6f%73%74',
  '%31%32%37.0.0.1',
  'lo\u00adcalhost',
  'local\u200bhost',
  '\u2139localhost',
  'loc\u0131alhost',
];
const ports = ['', '', '', '', ':80', ':443', ':0', ':65536', ':8080', ':080', ':', ':\t80', ':80@evil.test'];
const rests = [
  '',
  '/',
  '/path',
  '?example.com',
  '#example.com',
  '#@evil.test/',
  '/..;/',
  '\\path',
  '/%2e%2e/',
  '?@evil.test',
  ' ',
  '/\n',
  '/@example.com',
  '\\@evil.test',
];
const inserts = [
  '\t',
  '\n',
  '\r',
  ' ',
  '\\',
  '/',
  '@',
  ':',
  '%2e',
  '%00',
  '\u3002',
  '\u00ad',
  '\u202e',
  '.',
  '#',
  '?',
  '[',
  ']',
  '\u0000',
  '\ufeff',
];

/** A generator of whole numbers below a limit, from a seed (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** URLs made of these parts, a third of them with another character at a random place. */
export function generateUrls(count: number, seed: number): string[] {
  const next = numbersFrom(seed);
  const pick = (values: readonly string[]): string => values[next(values.length)] ?? '';
  return Array.from({ length: count }, () => {
    // A host that is an address gets the same scheme more often, so that more of them are opened.
    const scheme = next(3) === 0 ? pick(schemes) : pick(schemes.slice(0, 2));
    const url = scheme + pick(users) + pick(hosts) + pick(ports) + pick(rests);
    if (next(3) > 0) return url;
    const at = next(url.length + 1);
    return url.slice(0, at) + pick(inserts) + url.slice(at);
  });
}
