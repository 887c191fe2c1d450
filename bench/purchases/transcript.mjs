import { typed } from '../subjects/shell.mjs';
import { tokens } from '../tokens.mjs';

/**
 * Writes down what an agent types and what it reads.
 * @param {import('../subjects/shell.mjs').Shell} shell
 */
export function keepTranscript(shell) {
  /** @type {{ line: string, said: string }[]} */
  const lines = [];
  const note = (/** @type {string} */ line, /** @type {string} */ said) => {
    lines.push({ line, said });
    return said;
  };
  return {
    lines,
    note,
    /** @param {string[]} words */
    type: async (...words) => note(typed([shell.program, ...words]), await shell.run(...words)),
    count() {
      const written = lines.reduce((sum, { line }) => sum + tokens(line), 0);
      const read = lines.reduce((sum, { said }) => sum + tokens(said), 0);
      return { commands: lines.length, written, read, total: written + read };
    },
  };
}
