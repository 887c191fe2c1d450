import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HandrailError } from '../../../src/core/errors.js';
import { loadPolicy } from '../../../src/rails/policy/load-policy.js';
import { locateKeys } from '../../../src/rails/policy/locate-keys.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-policy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function messageOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    if (error instanceof HandrailError) return error.message;
    throw error;
  }
  return 'valid';
}

const rule = (when: unknown, others: object = { do: 'deny' }) => ({ rules: [{ when, ...others }] });

test.each<[string, unknown, RegExp]>([
  ['a misspelt key', { presett: 'careful', rules: [] }, /presett: there is no such key\. Did you mean "preset"/],
  ['another key', { colour: 1, preset: 'open' }, /colour: there is no such key/],
  ['a misspelt preset', { preset: 'carefull' }, /preset: "carefull" is not valid\. Did you mean "careful"/],
  ['a preset that is not a text', { preset: 1 }, /preset/],
  ['an unknown verdict', { otherwise: 'maybe' }, /otherwise: "maybe" is not valid/],
  ['a verdict of the wrong case', { otherwise: 'Deny' }, /Did you mean "deny"/],
  ['rules that are no list', { rules: {} }, /rules/],
  ['a rule without a verdict', { rules: [{ when: {} }] }, /rules\[0\]\.do/],
  ['a rule without a condition', { rules: [{ do: 'deny' }] }, /rules\[0\]\.when/],
  ['a misspelt key of a rule', { rules: [{ when: {}, do: 'deny', reasn: 'x' }] }, /reasn: .*"reason"/],
  ['an unknown condition', rule({ url: 'x' }), /rules\[0\]\.when\.url: there is no such key/],
  ['a misspelt class', rule({ class: 'dellete' }), /rules\[0\]\.when\.class.*Did you mean "delete"/],
  ['an empty list of classes', rule({ class: [] }), /rules\[0\]\.when\.class/],
  ['one wrong class of several', rule({ class: ['pay', 'dellete'] }), /dellete/],
  ['an unknown level', rule({ level: 'hgh' }), /Did you mean "high"/],
  ['a misspelt action', rule({ action: 'clik' }), /there is no action "clik"; did you mean "click"/],
  ['a host with a scheme', rule({ host: 'https://shop.example' }), /is not a host/],
  ['a host with a path', rule({ host: 'shop.example/cart' }), /is not a host/],
  ['one wrong host of several', rule({ host: ['a.example', '*'] }), /"\*" is not a host/],
  ['an expression as a tool', rule({ tool: 'click|type' }), /is not a name/],
  ['an amount that is no amount', rule({ amountAbove: 'much' }), /is not an amount/],
  ['a negative amount', rule({ amountAbove: -1 }), /amountAbove/],
  ['a count that is not whole', rule({ countAbove: 1.5 }), /countAbove/],
  ['hours that do not exist', rule({ time: { hours: '25:00-26:00' } }), /is not a time of day/],
  ['hours without minutes', rule({ time: { hours: '8-18' } }), /is not a time of day/],
  ['a misspelt weekday', rule({ time: { weekdays: ['monday'] } }), /Did you mean "mon"/],
  ['a misspelt key of a time', rule({ time: { hour: '08:00-18:00' } }), /hour: .*"hours"/],
  ['a misspelt key of limits', { limits: { perday: {} } }, /perday: .*"perDay"/],
  ['a misspelt limit', { limits: { perDay: { monney: 5 } } }, /limits\.perDay\.monney: .*"money"/],
  ['a limit below its minimum', { limits: { perRun: { actionsPerMinute: 0 } } }, /actionsPerMinute/],
  ['an address with a scheme', { addresses: { allow: ['http://a.example'] } }, /is not a host/],
  ['an unknown choice for loopback', { addresses: { loopback: 'yes' } }, /addresses\.loopback/],
  ['no keys', {}, /is empty/],
  ['a list', [], /is not an object/],
  ['null', null, /is not an object/],
  ['an own key __proto__', JSON.parse('{"preset":"careful","__proto__":{"otherwise":"allow"}}'), /__proto__/],
  ['a mixture with an action policy', { default: 'allow', preset: 'careful' }, /no key "preset"/],
  ['an action policy with an unknown category', { default: 'deny', allow: ['clik'] }, /no category "clik"/],
])('a policy with %s is refused', (_, policy, message) => {
  expect(messageOf(() => loadPolicy(policy as Record<string, unknown>))).toMatch(message);
});

test('all problems of a file are named with their lines', () => {
  const path = join(folder, 'lines.json');
  writeFileSync(
    path,
    '{\n  "preset": "careful",\n  "rules": [\n    { "when": { "clas": "pay" },\n      "do": "alow" }\n  ],\n  "limit": {}\n}\n',
  );
  const message = messageOf(() => loadPolicy(path));
  expect(message).toContain('line 4, rules[0].when.clas: there is no such key. Did you mean "class"?');
  expect(message).toContain('line 5, rules[0].do: "alow" is not valid. Did you mean "allow"?');
  expect(message).toContain('line 7, limit: there is no such key. Did you mean "limits"?');
});

const files: [string, (path: string) => void, RegExp][] = [
  ['a missing file', () => undefined, /cannot be read/],
  ['a folder', (path) => mkdirSync(path), /cannot be read/],
  ['an empty file', (path) => writeFileSync(path, ''), /is empty/],
  ['a file of spaces', (path) => writeFileSync(path, ' \n'), /is empty/],
  [
    'a file that is not JSON',
    (path) => writeFileSync(path, '{\n  "preset": "open",\n  "rules": [}\n'),
    /is not JSON in line 3/,
  ],
  ['a cut file', (path) => writeFileSync(path, '{\n  "preset": "open"'), /is not JSON in line 2/],
  ['a file with an empty object', (path) => writeFileSync(path, '{}'), /is empty/],
  [
    'a file with a key twice',
    (path) => writeFileSync(path, '{\n  "rules": [{ "when": { "class": "delete" }, "do": "deny" }],\n  "rules": []\n}'),
    /has the key rules twice, in line 3/,
  ],
  [
    'a file with a key twice in a rule',
    (path) => writeFileSync(path, '{ "rules": [{ "when": {}, "do": "deny", "do": "allow" }] }'),
    /key rules\.0\.do twice/,
  ],
  ['a file with binary data', (path) => writeFileSync(path, Buffer.from([0, 1, 2, 255])), /is not JSON/],
];

test.each(files)('%s is refused', (name, write, message) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.json`);
  write(path);
  expect(messageOf(() => loadPolicy(path))).toMatch(message);
});

test('a valid file is accepted, also with a byte order mark and a schema', () => {
  const path = join(folder, 'valid.json');
  const policy = {
    $schema: './policy.schema.json',
    preset: 'careful',
    rules: [{ when: { class: 'delete' }, do: 'deny' }],
  };
  writeFileSync(path, `\ufeff${JSON.stringify(policy)}`);
  expect(loadPolicy(path)).toEqual({ name: path, ...policy });
});

test('an action policy of agent-browser becomes rules', () => {
  const policy = loadPolicy({ default: 'deny', allow: ['navigate', 'snapshot'], deny: ['eval'] });
  expect(policy.otherwise).toBe('deny');
  expect(policy.rules?.map(({ when, do: verdict }) => [when.action, verdict])).toEqual([
    [['navigate', 'back', 'forward', 'reload', 'tab'], 'allow'],
    ['evaluate', 'deny'],
  ]);
});

test('the lines of keys are found behind escapes, nested lists and strings with brackets', () => {
  const text = '{"a": "x\\"}{[",\n "b": [1, [2,\n {"c": null}]],\n "d": -1.5e3 }';
  const { lines, repeated } = locateKeys(text);
  expect(repeated).toEqual([]);
  expect([...lines].filter(([key]) => /[a-d]$/.test(key))).toEqual([
    ['a', 1],
    ['b', 2],
    ['b.1.1.c', 3],
    ['d', 4],
  ]);
});
