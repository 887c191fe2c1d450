import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handrail, useFolder } from './handrail.js';

const folder = useFolder();
const ask = (...parameters: string[]) => handrail(parameters, { folder: folder.path });

function writePolicy(name: string, policy: unknown): string {
  const path = join(folder.path, name);
  writeFileSync(path, typeof policy === 'string' ? policy : JSON.stringify(policy, undefined, 2));
  return path;
}

test('explain names the rule, the evidence, and what would change the verdict', async () => {
  const path = writePolicy('shop.json', {
    rules: [
      { when: { class: 'delete' }, do: 'deny', reason: 'Nothing is deleted here.' },
      { when: { class: 'pay', host: 'shop.example', amountUpTo: '50 EUR' }, do: 'allow' },
    ],
  });
  const explain = async (...words: string[]) => {
    const { code, stdout } = await ask('policy', 'explain', ...words, '--policy', path, '--json');
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };
  expect(await explain('click "Delete account" on shop.example')).toMatchObject({
    verdict: 'deny',
    rule: 'rules[0]',
    reason: 'Nothing is deleted here.',
    classes: ['delete'],
    evidence: 'it says "delete account"',
    without: { verdict: 'ask', rule: 'preset careful' },
  });
  expect(await explain('click', 'Pay €45.00', 'on', 'https://shop.example/cart')).toMatchObject({
    verdict: 'allow',
    rule: 'rules[1]',
    amount: { value: 45, currency: 'EUR' },
    without: { verdict: 'ask' },
    change: { when: { class: 'pay', host: 'shop.example' }, do: 'deny' },
  });
});

test('explain refuses what is not an action', async () => {
  const { code, stderr } = await ask('policy', 'explain', 'clik "Buy"');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "click"?')]);
});

test('check accepts a valid file, and warns about rules that never decide', async () => {
  writePolicy('warned.json', {
    rules: [
      { when: { class: 'delete' }, do: 'deny' },
      { when: { class: 'delete', host: 'a.example' }, do: 'allow' },
      { when: { tool: 'clik' }, do: 'deny' },
    ],
  });
  const { code, stdout } = await ask('policy', 'check', 'warned.json');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'warning: rules[1] never decides: rules[0] always decides before it.',
    'warning: rules[2]: there is no built-in tool "clik". Did you mean "click"?',
    'warned.json is valid: 3 rules, 2 warnings.',
    '',
  ]);
});

test('check refuses an invalid file with line and key, also as JSON', async () => {
  writePolicy('wrong.json', '{\n  "preset": "careful",\n  "rulez": []\n}\n');
  const text = await ask('policy', 'check', 'wrong.json');
  expect([text.code, text.stderr]).toEqual([
    2,
    expect.stringContaining('line 3, rulez: there is no such key. Did you mean "rules"?'),
  ]);
  const json = await ask('policy', 'check', 'wrong.json', '--json');
  expect([json.code, JSON.parse(json.stdout)]).toEqual([2, expect.objectContaining({ valid: false })]);
  expect((await ask('policy', 'check')).code).toBe(2); // there is no handrail.policy.json
});

test('presets are listed, and the JSON Schema has every key', async () => {
  expect((await ask('policy', 'presets')).stdout).toMatch(/^watch .*\ncareful .*\(default\)\ntrusted .*\nopen .*\n$/);
  const schema = JSON.parse((await ask('policy', 'schema')).stdout);
  expect(schema.additionalProperties).toBe(false);
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(['$schema', 'preset', 'rules', 'limits', 'addresses']),
  );
});

test('handrail.policy.json of the folder can only be stricter than the default', async () => {
  const own = join(folder.path, 'project');
  mkdirSync(own);
  const inProject = (...parameters: string[]) => handrail(parameters, { folder: own });
  const verdict = async (...parameters: string[]) =>
    JSON.parse(
      (await inProject('policy', 'explain', 'click "Place order" on shop.example', '--json', ...parameters)).stdout,
    );
  for (const loose of [{ preset: 'open' }, { otherwise: 'allow' }, { rules: [{ when: {}, do: 'allow' }] }]) {
    writeFileSync(join(own, 'handrail.policy.json'), JSON.stringify(loose));
    expect(await verdict()).toMatchObject({ verdict: 'ask', rule: 'atLeast careful' });
    expect(await verdict('--policy', 'handrail.policy.json')).toMatchObject({ verdict: 'allow' });
  }
  writeFileSync(join(own, 'handrail.policy.json'), JSON.stringify({ rules: [{ when: { class: 'pay' }, do: 'deny' }] }));
  expect(await verdict()).toMatchObject({ verdict: 'deny', rule: 'rules[0]' });
  expect(await verdict('--policy', 'careful')).toMatchObject({ verdict: 'ask' });
});
