import { expect, test } from 'vitest';
import { explain } from '../../../src/rails/policy/explain.js';
import { emptyLedger } from '../../../src/rails/policy/ledger.js';
import { readSituation } from '../../../src/rails/policy/read-situation.js';
import type { Policy } from '../../../src/rails/policy/schema.js';

const noon = new Date(2026, 10, 19, 12, 0);
const tools = new Map([['upload_file', 'high' as const]]);

const shop: Policy = {
  rules: [
    { when: { class: 'delete' }, do: 'deny', reason: 'Nothing is deleted here.' },
    { when: { class: 'pay', host: 'shop.example', amountUpTo: '50 EUR' }, do: 'allow' },
  ],
};

function explained(words: string, policy: Policy = shop) {
  const situation = readSituation(words, tools, noon);
  return { ...situation, ...situation.assessment, ...explain(policy, situation, emptyLedger(noon)) };
}

test.each<[string, object]>([
  ['click "Delete account" on shop.example', { verdict: 'deny', rule: 'rules[0]', without: { verdict: 'ask' } }],
  ['click “Delete account” on shop.example', { verdict: 'deny' }],
  ['click Delete account on shop.example', { verdict: 'deny', classes: ['delete'] }],
  ['click "Pay €45" on shop.example', { verdict: 'allow', rule: 'rules[1]', change: { do: 'deny' } }],
  [
    'click "Pay €51" on shop.example',
    { verdict: 'ask', change: { when: { class: 'pay', host: 'shop.example' }, do: 'allow' } },
  ],
  ['click "Pay €45" on evil.example', { verdict: 'ask', host: 'evil.example' }],
  ['click "Pay €45" on https://shop.example:8443/cart', { verdict: 'allow', host: 'shop.example:8443' }],
  ['click "Next"', { verdict: 'allow', classes: [], change: { when: { action: 'click' }, do: 'deny' } }],
  ['dialog "Delete all files?"', { verdict: 'deny', safety: 'medium' }],
  ['navigate https://a.example/x', { verdict: 'allow', host: 'a.example' }],
  ['type hello in gedit', { verdict: 'allow', app: 'gedit' }],
  ['evaluate "1 + 1" on a.example', { verdict: 'ask', safety: 'dangerous' }],
  ['upload_file', { verdict: 'ask', safety: 'high', tool: 'upload_file' }],
  ['upload-file on a.example', { verdict: 'ask', host: 'a.example' }],
  ['POST https://shop.example/order item=7', { kind: 'request', verdict: 'ask', host: 'shop.example' }],
  ['POST https://shop.example/account/delete', { kind: 'request', verdict: 'deny', classes: ['delete'] }],
  ['GET https://shop.example/search q=mug', { kind: 'request', verdict: 'allow' }],
  ['{"type":"click","target":"Delete account","url":"https://a.example"}', { verdict: 'deny', host: 'a.example' }],
  ['{"type":"key","keys":"Enter"}', { verdict: 'allow', action: 'key' }],
  ['{"tool":"upload_file","input":{}}', { verdict: 'ask', tool: 'upload_file' }],
])('%s', (words, expected) => {
  expect(explained(words)).toMatchObject(expected);
});

test('no rule can allow what a folder forbids or the default asks about', () => {
  const denied = explained('click "Delete" on a.example');
  expect(denied.change).toBeUndefined();
  const asked = explained('click "Pay €45" on shop.example', { ...shop, atLeast: 'careful' });
  expect([asked.rule, asked.change, asked.without]).toEqual([
    'atLeast careful',
    undefined,
    expect.objectContaining({ verdict: 'allow' }),
  ]);
});

test.each([
  ['clik "Buy"', 'There is no action and no tool "clik"'],
  ['{"type":"clik"}', 'There is no action "clik"'],
  ['{"type":', 'is not JSON'],
  ['[]', 'is not an action'],
  ['click "Buy" on https://', 'is not a host'],
  ['click "Buy" on *.example', 'is not a host'],
  ['POST https://[ a=1', 'is not a URL'],
  ['', 'is not an action'],
])('%s is refused', (words, message) => {
  expect(() => explained(words)).toThrow(message);
});
