import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import type { BusKey, BusValue } from '../../src/environments/accessibility/dbus/bus-values.js';
import { decodeValues } from '../../src/environments/accessibility/dbus/decode-values.js';
import { encodeValues } from '../../src/environments/accessibility/dbus/encode-values.js';

interface Sample {
  signature: string;
  value: BusValue;
}

const text = fc.string({ unit: 'grapheme' }).filter((words) => !words.includes('\0'));
const basics: Record<string, fc.Arbitrary<BusKey>> = {
  y: fc.integer({ min: 0, max: 255 }),
  b: fc.boolean(),
  n: fc.integer({ min: -32768, max: 32767 }),
  q: fc.integer({ min: 0, max: 65535 }),
  i: fc.integer(),
  u: fc.nat({ max: 0xffffffff }),
  x: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  t: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  d: fc.double(),
  s: text,
  g: fc.constantFrom('', 's', 'a{sv}', '(iiii)'),
};

const basic: fc.Arbitrary<Sample> = fc
  .constantFrom(...Object.keys(basics))
  .chain((signature) => (basics[signature] ?? fc.boolean()).map((value) => ({ signature, value })));

/** A random value with its signature: basic values, arrays, structs, dictionaries and variants, nested. */
const { sample } = fc.letrec<{ sample: Sample; inner: Sample }>((tie) => ({
  inner: fc.oneof({ depthSize: 'small', withCrossShrink: true }, basic, tie('sample')),
  sample: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    basic,
    tie('inner').map((one) => ({ signature: 'v', value: one })),
    fc.array(tie('inner'), { minLength: 1, maxLength: 4 }).map((parts) => ({
      signature: `(${parts.map((part) => part.signature).join('')})`,
      value: parts.map((part) => part.value),
    })),
    fc.tuple(tie('inner'), fc.nat({ max: 4 })).map(([one, count]) => ({
      signature: `a${one.signature}`,
      value: Array.from({ length: count }, () => one.value),
    })),
    fc.tuple(fc.uniqueArray(text, { maxLength: 4 }), tie('inner')).map(([keys, one]) => ({
      signature: `a{s${one.signature}}`,
      value: new Map(keys.map((key) => [key, one.value])),
    })),
  ),
}));

test('decodes every value that it encodes, at any offset', () => {
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 4 }), (samples) => {
      const signature = samples.map((one) => one.signature).join('');
      fc.pre(signature.length < 256);
      const values = samples.map((one) => one.value);
      expect(decodeValues(signature, encodeValues(signature, values))).toEqual(values);
    }),
    { numRuns: 500 },
  );
});

test('encodes the bytes of the specification', () => {
  const bytes = encodeValues('ya{sv}(xb)', [7, new Map([['a', { signature: 'u', value: 5 }]]), [-2n, true]]);
  expect(bytes.toString('hex')).toBe(
    [
      '07 000000', // 7, and on to a multiple of 4
      '10000000', // the entries of the dictionary are 16 bytes long; they begin at a multiple of 8
      '01000000 61 00', // "a"
      '01 75 00', // a variant that is a 'u'
      '000000',
      '05000000',
      'feffffffffffffff', // -2
      '01000000', // true
    ]
      .join('')
      .replaceAll(' ', ''),
  );
});

test('throws for random bytes instead of hanging or crashing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), sample, (bytes, { signature }) => {
      try {
        decodeValues(signature, Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(HandrailError);
      }
    }),
    { numRuns: 500 },
  );
});

test('refuses a value that does not match its signature', () => {
  const wrong: [string, BusValue][] = [
    ['s', 5],
    ['i', 'five'],
    ['b', 1],
    ['(ii)', [1]],
    ['as', 'text'],
    ['s', 'a zero \0 inside'],
    ['a{s', 'x'],
  ];
  for (const [signature, value] of wrong) expect(() => encodeValues(signature, [value])).toThrow(HandrailError);
});
