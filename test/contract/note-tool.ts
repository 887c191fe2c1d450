import { z } from 'zod';
import { defineTool } from '../../src/index.js';
import { toolFacts } from '../tools/tool-facts.js';

/** A tool of the caller that stores notes. */
export const noteTool = (write: (words: string) => void = () => undefined) =>
  defineTool({
    ...toolFacts,
    name: 'note',
    title: 'Note',
    description: 'Writes a note.',
    input: z.strictObject({ words: z.string() }),
    output: z.object({ words: z.string() }),
    returns: 'The words.',
    examples: ['note(words="x")'],
    async run(input) {
      write(input.words);
      return input;
    },
  });
