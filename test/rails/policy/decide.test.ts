import { describe, expect, test } from 'vitest';
import { riskClasses } from '../../../src/core/risk/risk-class.js';
import { safetyLevels } from '../../../src/core/safety.js';
import { decide } from '../../../src/rails/policy/decide.js';
import { emptyLedger, recordAllowed } from '../../../src/rails/policy/ledger.js';
import type { Condition, Policy, PolicyVerdict } from '../../../src/rails/policy/schema.js';
import type { Situation } from '../../../src/rails/policy/situation.js';

/** Thursday at noon. */
const noon = new Date(2026, 10, 19, 12, 0);

function situation(given: Partial<Situation> & Partial<Situation['assessment']> = {}): Situation {
  const { safety = 'medium', classes = ['pay'], amount, reason, ...others } = given;
  return {
    kind: 'action',
    assessment: { safety, classes, amount, reason },
    host: 'shop.example',
    time: noon,
    ...others,
  };
}

function verdictOf(policy: Policy, given: Situation = situation(), earlier: readonly Situation[] = []): PolicyVerdict {
  return decide(policy, given, earlier.reduce(recordAllowed, emptyLedger(given.time))).verdict;
}

const rule = (when: Condition, verdict: PolicyVerdict) => ({ when, do: verdict });

describe('presets', () => {
  const table: Record<string, [action: string, request: string]> = {
    watch: ['allow deny deny deny deny', 'allow allow deny deny deny'],
    careful: ['allow allow ask ask ask', 'allow allow ask ask ask'],
    trusted: ['allow allow allow ask ask', 'allow allow allow ask ask'],
    open: ['allow allow allow allow allow', 'allow allow allow allow allow'],
  };
  test.each(Object.entries(table))('%s decides by level', (preset, [action, request]) => {
    for (const [kind, expected] of [
      ['action', action],
      ['request', request],
    ] as const) {
      const verdicts = safetyLevels.map((safety) =>
        verdictOf({ preset: preset as 'watch' }, situation({ kind, safety, classes: [] })),
      );
      expect(verdicts.join(' ')).toBe(expected);
    }
  });

  test('no policy is careful', () => {
    expect(verdictOf({ rules: [] })).toBe('ask');
  });
});

const matching: [string, Condition, Partial<Situation> & Partial<Situation['assessment']>, boolean][] = [
  ['the class', { class: 'pay' }, {}, true],
  ['another class', { class: 'delete' }, {}, false],
  ['one of several classes', { class: ['delete', 'pay'] }, {}, true],
  ['no class', { class: 'pay' }, { classes: [] }, false],
  ['the level', { level: 'medium' }, {}, true],
  ['a higher level', { level: 'medium' }, { safety: 'high' }, true],
  ['a lower level', { level: 'high' }, {}, false],
  ['the host', { host: 'shop.example' }, {}, true],
  ['another host', { host: 'shop.example' }, { host: 'shop.example.evil.test' }, false],
  ['a host below it', { host: '*.example' }, {}, true],
  ['a host in its other form', { host: 'shop.example' }, { host: 'shop.example:8080' }, true],
  ['no host', { host: 'shop.example' }, { host: undefined }, false],
  ['the app', { app: 'Writer' }, { app: 'writer' }, true],
  ['an app by a wildcard', { app: 'libre*' }, { app: 'LibreOffice Calc' }, true],
  ['another app', { app: 'calc' }, { app: 'calculator' }, false],
  ['the tool', { tool: 'upload_file' }, { tool: 'upload_file' }, true],
  ['a tool by a wildcard', { tool: 'upload*' }, { tool: 'upload_file' }, true],
  ['a dot that is no wildcard', { tool: 'a.b' }, { tool: 'axb' }, false],
  ['the action', { action: 'click' }, { action: 'click' }, true],
  ['another action', { action: 'click' }, { action: 'key' }, false],
  ['an amount above', { amountAbove: 50 }, { amount: { value: 50.01, currency: 'EUR' } }, true],
  ['an amount that is not above', { amountAbove: 50 }, { amount: { value: 50, currency: 'EUR' } }, false],
  ['an amount up to', { amountUpTo: '50 EUR' }, { amount: { value: 50, currency: 'EUR' } }, true],
  ['hours', { time: { hours: '08:00-18:00' } }, {}, true],
  ['the end of the hours', { time: { hours: '08:00-12:00' } }, {}, false],
  ['the begin of the hours', { time: { hours: '12:00-13:00' } }, {}, true],
  ['hours over midnight', { time: { hours: '22:00-12:01' } }, {}, true],
  ['hours over midnight that are over', { time: { hours: '22:00-12:00' } }, {}, false],
  ['a weekday', { time: { weekdays: ['thu'] } }, {}, true],
  ['another weekday', { time: { weekdays: ['fri', 'wed'] } }, {}, false],
  ['the first of its class', { countUpTo: 1 }, {}, true],
  ['not more than one', { countAbove: 1 }, {}, false],
  ['every part of the condition', { class: 'pay', host: 'shop.example', level: 'medium' }, {}, true],
  ['all parts but one', { class: 'pay', host: 'shop.example', level: 'high' }, {}, false],
];

test.each(matching)('a rule matches %s', (_, when, given, matches) => {
  for (const verdict of ['deny', 'allow'] as const) {
    const otherwise = verdict === 'deny' ? 'allow' : 'deny';
    expect(verdictOf({ otherwise, rules: [rule(when, verdict)] }, situation(given))).toBe(
      matches ? verdict : otherwise,
    );
  }
});

describe('what is not known never helps a rule that allows, and never stops one that denies', () => {
  test.each<[string, Condition, Situation['assessment']['amount']]>([
    ['no amount', { amountUpTo: '50 EUR' }, undefined],
    ['another currency', { amountUpTo: '50 EUR' }, { value: 1, currency: 'USD' }],
    ['a currency without a name', { amountUpTo: '50 EUR' }, { value: 1, currency: '' }],
    ['no amount, above', { amountAbove: '50 EUR' }, undefined],
    ['another currency, above', { amountAbove: '50 EUR' }, { value: 1_000_000, currency: 'JPY' }],
  ])('%s', (_, when, amount) => {
    const given = situation({ amount });
    expect(verdictOf({ otherwise: 'ask', rules: [rule(when, 'allow')] }, given)).toBe('ask');
    expect(verdictOf({ otherwise: 'ask', rules: [rule(when, 'deny')] }, given)).toBe('deny');
  });
});

describe('of several rules', () => {
  test('one that denies wins over a more specific one that allows', () => {
    const rules = [
      rule({ class: 'pay' }, 'deny'),
      rule({ class: 'pay', host: 'shop.example', level: 'medium' }, 'allow'),
    ];
    expect(verdictOf({ rules })).toBe('deny');
    expect(verdictOf({ rules: rules.toReversed() })).toBe('deny');
  });
  test('the more specific one wins', () => {
    const rules = [rule({ class: 'pay' }, 'ask'), rule({ class: 'pay', host: 'shop.example' }, 'allow')];
    expect(verdictOf({ rules })).toBe('allow');
    expect(verdictOf({ rules: rules.toReversed() })).toBe('allow');
  });
  test('a full host wins over hosts below one', () => {
    const rules = [rule({ host: '*.example' }, 'ask'), rule({ host: 'shop.example' }, 'allow')];
    expect(verdictOf({ rules })).toBe('allow');
  });
  test('the stricter of two equal ones wins', () => {
    const rules = [rule({ class: 'pay' }, 'allow'), rule({ host: '*.example' }, 'ask')];
    expect(verdictOf({ rules })).toBe('ask');
    expect(verdictOf({ rules: rules.toReversed() })).toBe('ask');
  });
  test('the strictest verdict of all classes counts', () => {
    const rules = [rule({ class: 'pay' }, 'allow'), rule({ class: 'delete' }, 'deny')];
    expect(verdictOf({ rules }, situation({ classes: ['pay', 'delete'] }))).toBe('deny');
    expect(verdictOf({ rules: [rule({ class: 'pay' }, 'allow')] }, situation({ classes: ['pay', 'send'] }))).toBe(
      'ask',
    );
  });
});

test('otherwise replaces the preset, but not for the parts that a page loads by itself', () => {
  const policy: Policy = { preset: 'open', otherwise: 'deny', rules: [rule({ host: 'tracker.example' }, 'deny')] };
  expect(verdictOf(policy, situation({ safety: 'safe', classes: [] }))).toBe('deny');
  const load = situation({ kind: 'request', safety: 'safe', classes: [] });
  expect(verdictOf(policy, load)).toBe('allow');
  expect(verdictOf(policy, { ...load, host: 'tracker.example' })).toBe('deny');
});

test('no verdict is looser than that of atLeast', () => {
  for (const loose of [{ preset: 'open' }, { otherwise: 'allow' }, { rules: [rule({}, 'allow')] }] satisfies Policy[])
    expect(verdictOf({ ...loose, atLeast: 'careful' })).toBe('ask');
  expect(verdictOf({ atLeast: 'careful', rules: [rule({ class: 'pay' }, 'deny')] })).toBe('deny');
});

test('no rule and no preset switches a confirmation of the provider off', () => {
  const given = situation({ mustAsk: 'The model wants to accept the terms.' });
  for (const policy of [{ preset: 'open' }, { otherwise: 'allow' }, { rules: [rule({}, 'allow')] }] satisfies Policy[])
    expect(decide(policy, given, emptyLedger(noon))).toMatchObject({ verdict: 'ask', rule: 'confirmation' });
  expect(verdictOf({ rules: [rule({}, 'deny')] }, given)).toBe('deny');
});

describe('limits turn allow into ask, and say which one and why', () => {
  const pay = (value: number, currency = 'EUR', others: Partial<Situation> = {}) =>
    situation({ amount: { value, currency }, ...others });
  const allowed = { otherwise: 'allow' } as const;

  test.each<[string, Policy['limits'], Situation, Situation[], string | undefined]>([
    ['money within the limit', { perRun: { money: '50 EUR' } }, pay(20), [pay(30)], undefined],
    ['money above the limit', { perRun: { money: '50 EUR' } }, pay(20.01), [pay(30)], 'limits.perRun.money'],
    ['one payment above the limit', { perDay: { money: 50 } }, pay(51), [], 'limits.perDay.money'],
    [
      'money of another host',
      { perHost: { money: '50 EUR' } },
      pay(20),
      [pay(40, 'EUR', { host: 'other.example' })],
      undefined,
    ],
    ['money of the same host', { perHost: { money: '50 EUR' } }, pay(20), [pay(40)], 'limits.perHost.money'],
    ['another currency', { perRun: { money: '50 EUR' } }, pay(1, 'USD'), [], 'limits.perRun.money'],
    ['an unknown amount', { perRun: { money: '50 EUR' } }, situation(), [], 'limits.perRun.money'],
    ['a class that does not pay', { perRun: { money: 0 } }, situation({ classes: ['send'] }), [], undefined],
    ['the last consequential action', { perRun: { consequentialActions: 2 } }, situation(), [situation()], undefined],
    [
      'one more consequential action',
      { perRun: { consequentialActions: 2 } },
      situation(),
      [situation(), situation()],
      'limits.perRun.consequentialActions',
    ],
    ['none allowed', { perDay: { consequentialActions: 0 } }, situation(), [], 'limits.perDay.consequentialActions'],
    [
      'harmless actions do not count',
      { perDay: { consequentialActions: 0 } },
      situation({ safety: 'low_risk', classes: [] }),
      [],
      undefined,
    ],
    [
      'more actions in a minute',
      { perRun: { actionsPerMinute: 2 } },
      situation({ safety: 'safe', classes: [] }),
      [situation(), situation()],
      'limits.perRun.actionsPerMinute',
    ],
    [
      'actions of an earlier minute',
      { perRun: { actionsPerMinute: 1 } },
      situation(),
      [situation({ time: new Date(noon.getTime() - 60_001) })],
      undefined,
    ],
    [
      'yesterday',
      { perDay: { money: 50 } },
      pay(50),
      [pay(50, 'EUR', { time: new Date(2026, 10, 18, 23, 59) })],
      undefined,
    ],
    [
      'a run that began yesterday',
      { perRun: { money: 50 } },
      pay(50),
      [pay(50, 'EUR', { time: new Date(2026, 10, 18, 23, 59) })],
      'limits.perRun.money',
    ],
  ])('%s', (_, limits, given, earlier, limit) => {
    const {
      verdict,
      rule: name,
      reason,
    } = decide({ ...allowed, limits }, given, earlier.reduce(recordAllowed, emptyLedger(given.time)));
    expect([verdict, limit && name]).toEqual([limit ? 'ask' : 'allow', limit]);
    if (limit) expect(reason).toMatch(/more than|not known/);
  });

  test('a limit does not loosen a rule that denies', () => {
    expect(verdictOf({ rules: [rule({ class: 'pay' }, 'deny')], limits: { perRun: { money: 0 } } }, pay(5))).toBe(
      'deny',
    );
  });

  test('an order is counted once: the press of the button, and the request that it causes', () => {
    const press = pay(45, 'EUR', { action: 'click' });
    const request = pay(45, 'EUR', { kind: 'request', action: 'click', counted: press.assessment });
    const limits = { perRun: { money: '50 EUR', consequentialActions: 1 } };
    expect(verdictOf({ ...allowed, limits }, request, [press])).toBe('allow');
    expect(verdictOf({ ...allowed, limits }, { ...request, counted: undefined }, [press])).toBe('ask');
    const ledger = [press, request].reduce(recordAllowed, emptyLedger(noon));
    expect(ledger.run).toMatchObject({ money: { EUR: 45 }, consequentialActions: 1, classes: { pay: 1 } });
  });

  test('a request that pays more than its button says counts with the difference', () => {
    const press = pay(45);
    const request = pay(60, 'EUR', { kind: 'request', counted: press.assessment });
    expect(verdictOf({ ...allowed, limits: { perRun: { money: '50 EUR' } } }, request, [press])).toBe('ask');
    expect([press, request].reduce(recordAllowed, emptyLedger(noon)).run.money).toEqual({ EUR: 60 });
  });
});

test('counts of a class: the third payment of a run is denied', () => {
  const policy: Policy = { otherwise: 'allow', rules: [rule({ class: 'pay', countAbove: 2 }, 'deny')] };
  const before = [situation(), situation({ classes: ['send'] })];
  expect(verdictOf(policy, situation(), before)).toBe('allow');
  expect(verdictOf(policy, situation(), [...before, situation()])).toBe('deny');
});

test.each(riskClasses)('a rule for the class %s decides on it alone', (name) => {
  const policy: Policy = { otherwise: 'allow', rules: [rule({ class: name }, 'deny')] };
  for (const other of riskClasses)
    expect(verdictOf(policy, situation({ classes: [other] }))).toBe(other === name ? 'deny' : 'allow');
});
