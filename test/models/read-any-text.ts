import fc from 'fast-check';
import { expect } from 'vitest';
import type { ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import { chatAnswer, turnWithScreen } from './turn-fixture.js';

/** How many random cases a property test tries. */
const fuzzRuns = Number(process.env.HANDRAIL_FUZZ_RUNS ?? 100);
export const fuzzTimeoutMs = 60_000 + fuzzRuns * 5;

/** Tries a property with `fuzzRuns` random cases. */
export const assertAlways = <Values>(property: fc.IProperty<Values>): void =>
  fc.assert(property, { numRuns: fuzzRuns });

type Read = ReturnType<ProviderAdapter['readReply']>;

/** Reads random texts made of these pieces and of random characters. Each reply must satisfy `isHandled`. */
export function readAnyText(
  adapter: ProviderAdapter,
  pieces: readonly string[],
  isHandled: (reply: Read) => unknown,
): void {
  const turn = turnWithScreen(adapter);
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 40 })
    .map((parts) => parts.join(''));
  assertAlways(
    fc.property(text, (said) => {
      expect(isHandled(adapter.readReply(chatAnswer(said), turn))).toBeTruthy();
    }),
  );
}

export function durationMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
