import { formatCommand } from '../subjects/shell.mjs';
import { tokens } from '../tokens.mjs';

/**
 * Records the commands that an agent writes and the output that it reads.
 * @param {import('../subjects/shell.mjs').Shell} shell
 */
export function createTranscript(shell) {
  /** @type {{ line: string, output: string }[]} */
  const lines = [];
  const add = (/** @type {string} */ line, /** @type {string} */ output) => {
    lines.push({ line, output });
    return output;
  };
  return {
    lines,
    add,
    /** Runs a command and records it. @param {string[]} args */
    run: async (...args) => add(formatCommand([shell.program, ...args]), await shell.run(...args)),
    count() {
      const written = lines.reduce((sum, { line }) => sum + tokens(line), 0);
      const read = lines.reduce((sum, { output }) => sum + tokens(output), 0);
      return { commands: lines.length, written, read, total: written + read };
    },
  };
}
