import fc from 'fast-check';

type Step = { at: number; how: (typeof ways)[number]; value: unknown };

const ways = [
  'delete',
  'replace',
  'wrap in a list',
  'wrap in an object',
  'repeat',
  'cut',
  'splice',
  'renumber',
] as const;

/** Unexpected values. */
const nasty: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.NaN,
  JSON.parse('1e309'),
  '',
  ' ',
  'x',
  '12',
  '-3,4',
  '1e309',
  '\ud800',
  '\u0000',
  '"}]}',
  '</tool_call>',
  '{"__proto__":1}',
  'x'.repeat(20_000),
  [],
  [[]],
  [null],
  {},
  JSON.parse('{"__proto__":{"calls":1},"constructor":{"prototype":{}}}'),
  JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
];

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.double() },
);

const step: fc.Arbitrary<Step> = fc.record({ at: fc.nat(100_000), how: fc.constantFrom(...ways), value });

/** Valid responses with a few changes, and arbitrary values. */
export function spoiled(answers: readonly unknown[]): fc.Arbitrary<unknown> {
  const mutated = fc
    .tuple(fc.constantFrom(...answers), fc.array(step, { minLength: 1, maxLength: 5 }))
    .map(([answer, steps]) => steps.reduce<unknown>(spoil, structuredClone(answer)));
  return fc.oneof(
    { weight: 12, arbitrary: mutated },
    { weight: 2, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.anything() },
  );
}

interface Spot {
  holder: Record<string, unknown> | unknown[];
  key: string | number;
}

function spoil(answer: unknown, { at, how, value }: Step): unknown {
  // The next change may modify this value, so it is copied.
  const put: unknown = structuredClone(value);
  const spots = spotsIn(answer);
  const spot = spots[at % Math.max(1, spots.length)];
  if (!spot) return put;
  const held = Reflect.get(spot.holder, spot.key);
  if (how === 'delete') {
    if (Array.isArray(spot.holder)) spot.holder.splice(Number(spot.key), 1);
    else Reflect.deleteProperty(spot.holder, spot.key);
    return answer;
  }
  Reflect.set(spot.holder, spot.key, spoiledValue(held, how, put, at));
  return answer;
}

function spoiledValue(held: unknown, how: Exclude<Step['how'], 'delete'>, put: unknown, at: number): unknown {
  if (how === 'wrap in a list') return [held];
  if (how === 'wrap in an object') return { value: held };
  if (how === 'repeat') return Array.isArray(held) ? [...held, ...held] : [held, held];
  if (how === 'replace' || typeof held !== 'string') return put;
  const place = at % (held.length + 1);
  if (how === 'cut') return held.slice(0, place);
  // A value whose `toString` is not a function can only be shown as JSON.
  const words = typeof put === 'string' ? put : (JSON.stringify(put) ?? '');
  if (how === 'splice') return `${held.slice(0, place)}${words}${held.slice(place)}`;
  return held.replace(/\d+/g, () => words);
}

function spotsIn(value: unknown, found: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null || found.length > 500) return found;
  for (const key of Object.keys(value)) {
    const holder = value as Spot['holder'];
    found.push({ holder, key });
    spotsIn(Reflect.get(value, key), found);
  }
  return found;
}
