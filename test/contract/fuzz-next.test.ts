import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersOf } from './answers.js';
import { cases } from './cases.js';
import { smallScreen } from './drawn-screen.js';
import { play } from './play.js';
import { spoiled } from './spoil.js';

/** A few fixed cases; `npm run fuzz` runs more, at random. */
const asked = process.env.HANDRAIL_FUZZ_RUNS;
const runs = asked === undefined ? 8 : Math.ceil(Number(asked) / 100);
const luck = asked === undefined ? { seed: 5 } : {};

describe.each(cases.filter(({ serverKeepsHistory: keptByServer }) => !keptByServer))(
  '$name, whatever it was told,',
  (one) => {
    it(
      'keeps the rules with the next question',
      async () => {
        await fc.assert(
          fc.asyncProperty(spoiled(answersOf(one)), async (raw) => {
            const { result, server } = await play(
              one,
              ({ turn }) => (turn === 1 ? { raw } : [{ do: 'done', answer: 'Done.' }]),
              {
                screen: smallScreen(),
                approve: 'all',
                ask: async () => 'Whatever you like.',
                settings: { maxAttempts: 1 },
                limits: { maxSteps: 4 },
              },
            );
            expect(server.violations).toEqual([]);
            expect(result.error?.code).not.toBe('internal');
          }),
          { numRuns: runs, ...luck },
        );
      },
      60_000 + runs * 200,
    );
  },
);
