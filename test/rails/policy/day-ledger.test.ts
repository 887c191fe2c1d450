import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayLedgerFile, openDayLedger } from '../../../src/rails/policy/day-ledger.js';
import { createPolicyGuard } from '../../../src/rails/policy/policy-guard.js';
import type { Policy } from '../../../src/rails/policy/schema.js';
import { toProposal } from '../../../src/session/approval/describe-proposal.js';
import { ensureBuilt } from '../../cli/handrail.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let home = '';
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'handrail-ledger-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const policy: Policy = {
  preset: 'careful',
  rules: [{ when: { class: 'pay' }, do: 'allow' }],
  limits: { perDay: { money: '50 EUR' } },
};

function payment(value: number) {
  return toProposal({
    action: { type: 'click', target: { x: 1, y: 1 } },
    safety: 'medium',
    classes: ['pay'],
    amount: { value, currency: 'EUR' },
    url: 'https://shop.example/cart',
  });
}

test('a payment of one guard counts for another one, also after a restart', () => {
  const [one, other] = [createPolicyGuard(policy, home), createPolicyGuard(policy, home)];
  expect(one.decide(payment(30)).verdict).toBe('allow');
  expect(one.record(payment(30), false)).toBe(true);
  expect(other.decide(payment(30))).toMatchObject({ verdict: 'ask', rule: 'limits.perDay.money' });
  expect(createPolicyGuard(policy, home).decide(payment(30)).verdict).toBe('ask');
  expect(other.decide(payment(20)).verdict).toBe('allow');
});

test('of two that were allowed at the same time, only the first is counted; after an approval, the second is, too', () => {
  const [one, other] = [createPolicyGuard(policy, home), createPolicyGuard(policy, home)];
  expect([one.decide(payment(30)).verdict, other.decide(payment(30)).verdict]).toEqual(['allow', 'allow']);
  expect(one.record(payment(30), false)).toBe(true);
  expect(other.record(payment(30), false)).toBe(false);
  expect(one.ledger().day.money).toEqual({ EUR: 30 });
  expect(other.record(payment(30), true)).toBe(true);
  expect(one.ledger().day.money).toEqual({ EUR: 60 });
});

test('limits of a host count for the host, and those of a run do not need the file', () => {
  const perHost = createPolicyGuard({ ...policy, limits: { perHost: { money: '50 EUR' } } }, home);
  perHost.record(payment(50), false);
  expect(perHost.decide({ ...payment(10), url: 'https://other.example/' }).verdict).toBe('allow');
  expect(perHost.decide(payment(10)).verdict).toBe('ask');
  const unwritable = join(dayLedgerFile(new Date(), home), 'below-a-file');
  const perRun = createPolicyGuard({ ...policy, limits: { perRun: { money: '50 EUR' } } }, unwritable);
  expect(perRun.record(payment(50), false)).toBe(true);
});

test('yesterday has a file of its own', () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const file = dayLedgerFile(yesterday, home);
  mkdirSync(dirname(file), { recursive: true });
  const situation = {
    kind: 'action',
    safety: 'medium',
    classes: ['pay'],
    amount: { value: 50, currency: 'EUR' },
    at: yesterday.getTime(),
  };
  writeFileSync(file, `${JSON.stringify({ id: 'a', situation })}\n`);
  expect(openDayLedger(home).read(yesterday).day.money).toEqual({ EUR: 50 });
  expect(createPolicyGuard(policy, home).decide(payment(50)).verdict).toBe('allow');
});

test.each([
  ['a damaged line', 'damaged\n'],
  ['a line of another form', '{"id":"a","situation":{"kind":"action"}}\n'],
])('with %s, everything that the day counts is blocked', (_, line) => {
  const guard = createPolicyGuard(policy, home);
  guard.record(payment(1), false);
  appendFileSync(dayLedgerFile(new Date(), home), line);
  expect(() => guard.decide(payment(1))).toThrow(/counts of the day are damaged/);
});

test('with a folder that cannot be written, everything that the day counts is blocked', () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const guard = createPolicyGuard(policy, file);
  expect(() => guard.record(payment(1), false)).toThrow(/cannot be used/);
});

/** Presses the button of a shop again and again. Each press that was executed is a line of a file. */
const buyer = `
import { appendFileSync } from 'node:fs';
import { createSession } from ${JSON.stringify(pathToFileURL(join(root, 'dist/index.js')).href)};
const [, home, policy, orders] = process.argv;
const view = () => ({ screen: { width: 800, height: 600 }, sceneId: 'a', url: 'https://shop.example/', dropped: 0, elements: [
  { id: 'el_1', role: 'Button', name: 'Pay €10', states: [], interactive: true, bounds: { x: 0, y: 0, width: 100, height: 20 } } ] });
const session = createSession({
  kind: 'browser', limitations: [], captureView: async () => view(), close: async () => undefined,
  async act() {
    appendFileSync(orders, 'order\\n');
    return { executed: 'yes', changes: [], complete: true, settled: { ms: 0, reason: '' }, tookFocus: false, ambientElements: [], before: view(), after: view() };
  },
}, { policy: JSON.parse(policy), home });
await session.observe();
const codes = [];
for (let at = 0; at < 6; at += 1) codes.push((await session.perform({ type: 'click', target: { element: 'el_1' } })).error?.code ?? 'done');
console.log(codes.join(' '));
`;

test('four processes that buy at the same time stay within the limit of the day', { timeout: 60_000 }, async () => {
  const orders = join(home, 'orders');
  writeFileSync(orders, '');
  const outputs = await Promise.all([1, 2, 3, 4].map(() => runBuyer([home, JSON.stringify(policy), orders])));
  const codes = outputs.join(' ').split(/\s+/).filter(Boolean);
  expect(codes).toHaveLength(24);
  expect(new Set(codes)).toEqual(new Set(['done', 'needs_approval']));
  expect(readFileSync(orders, 'utf8').match(/order/g)).toHaveLength(5);
});

function runBuyer(parameters: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', buyer, ...parameters], { cwd: home });
    let [output, problems] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (problems += text));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(problems))));
  });
}
