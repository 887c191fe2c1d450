import { expect, test } from 'vitest';
import { findDeadRules } from '../../../src/rails/policy/find-dead-rules.js';
import type { Condition, PolicyVerdict } from '../../../src/rails/policy/schema.js';

type Given = [when: Condition, verdict: PolicyVerdict];

test.each<[string, Given[], number[]]>([
  [
    'different rules',
    [
      [{ class: 'pay' }, 'ask'],
      [{ class: 'send' }, 'ask'],
    ],
    [],
  ],
  ['a tool and an action', [[{ tool: 'click', action: 'click' }, 'deny']], [0]],
  ['a host and an app', [[{ host: 'a.example', app: 'Writer' }, 'deny']], [0]],
  ['an empty range of amounts', [[{ amountAbove: 50, amountUpTo: 50 }, 'deny']], [0]],
  ['a range of amounts', [[{ amountAbove: 50, amountUpTo: 60 }, 'deny']], []],
  ['an empty range of counts', [[{ countAbove: 3, countUpTo: 3 }, 'ask']], [0]],
  ['an empty time', [[{ time: { hours: '08:00-08:00' } }, 'deny']], [0]],
  [
    'an exception of a rule that denies',
    [
      [{ class: 'delete' }, 'deny'],
      [{ class: 'delete', host: 'a.example' }, 'allow'],
    ],
    [1],
  ],
  [
    'the same before the rule that denies',
    [
      [{ class: 'delete', host: 'a.example' }, 'allow'],
      [{ class: 'delete' }, 'deny'],
    ],
    [0],
  ],
  [
    'an exception of a rule that asks',
    [
      [{ class: 'delete' }, 'ask'],
      [{ class: 'delete', host: 'a.example' }, 'allow'],
    ],
    [],
  ],
  [
    'the same twice',
    [
      [{ class: 'pay' }, 'ask'],
      [{ class: 'pay' }, 'ask'],
    ],
    [1],
  ],
  [
    'the stricter of two',
    [
      [{ class: 'pay' }, 'allow'],
      [{ class: 'pay' }, 'ask'],
    ],
    [0],
  ],
  [
    'data of one site',
    [
      [{ class: 'cross_origin_data', from: 'a.example' }, 'deny'],
      [{ class: 'cross_origin_data' }, 'allow'],
    ],
    [],
  ],
  [
    'a host below another one',
    [
      [{ host: '*.example' }, 'deny'],
      [{ host: ['a.example', '*.b.example'] }, 'allow'],
    ],
    [1],
  ],
  [
    'a host beside another one',
    [
      [{ host: '*.a.example' }, 'deny'],
      [{ host: ['a.example', 'b.example'] }, 'allow'],
    ],
    [],
  ],
  [
    'a port',
    [
      [{ host: 'a.example:8080' }, 'deny'],
      [{ host: 'a.example' }, 'allow'],
    ],
    [],
  ],
  [
    'a higher level',
    [
      [{ level: 'medium' }, 'deny'],
      [{ level: 'high' }, 'ask'],
    ],
    [1],
  ],
  [
    'a higher amount',
    [
      [{ amountAbove: 50 }, 'deny'],
      [{ amountAbove: 60 }, 'allow'],
    ],
    [1],
  ],
  [
    'a lower amount',
    [
      [{ amountAbove: 50 }, 'deny'],
      [{ amountAbove: 40 }, 'allow'],
    ],
    [],
  ],
  [
    'another currency',
    [
      [{ amountAbove: '50 EUR' }, 'deny'],
      [{ amountAbove: '60 USD' }, 'allow'],
    ],
    [],
  ],
])('%s', (_, rules, dead) => {
  const found = findDeadRules({ rules: rules.map(([when, verdict]) => ({ when, do: verdict })) });
  expect(found.map(({ index }) => index)).toEqual(dead);
  for (const { reason } of found) expect(reason).toMatch(/\.$/);
});
