import { z } from 'zod';
import { defineTool } from '../../src/index.js';

/** A tool of the caller that stores notes. */
export const noteTool = (write: (words: string) => void = () => undefined) =>
  defineTool({
    name: 'note',
    title: 'Note',
    description: 'Writes a note.',
    category: 'utility',
    safety: 'safe',
    effect: 'none',
    idempotent: true,
    input: z.strictObject({ words: z.string() }),
    output: z.object({ words: z.string() }),
    returns: 'The words.',
    examples: ['note(words="x")'],
    timeoutMs: 1_000,
    needs: { required: [], optimal: [] },
    takes: { urls: [], paths: [], secrets: [] },
    async run(input) {
      write(input.words);
      return input;
    },
  });
