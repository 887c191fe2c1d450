import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * A command line that drives a browser, as an agent uses it: one process a command, a browser that stays.
 * @typedef {object} Shell
 * @property {string} name
 * @property {string} program as one types it
 * @property {() => Promise<void>} start with a browser of its own
 * @property {(...words: string[]) => Promise<string>} run one command; what it prints. Throws when it fails
 * @property {(url: string) => Promise<string>} open
 * @property {() => Promise<string>} look at the page, as an agent reads it: a snapshot that comes as a file is read
 * @property {(role: string, name: string) => string} ref of an element in the last look, as the command line takes it
 * @property {(commands: string[][]) => Promise<string>} batch several commands by the shortest way it has
 * @property {() => Promise<string>} skill what it gives an agent to learn it from
 * @property {() => Promise<void>} close ends all its processes
 */

/** Runs programs in one folder, with one environment. @param {{ env: Record<string, string>, cwd: string }} place */
export function runner(place) {
  /** @param {string} program @param {string[]} words */
  return async (program, words) => {
    try {
      const { stdout } = await execute(program, words, { ...place, maxBuffer: 1 << 28 });
      return stdout;
    } catch (error) {
      const said = `${error.stderr ?? ''}${error.stdout ?? ''}`.trim().replaceAll(/\s+/g, ' ');
      throw new Error(`${words[0]} ended with ${error.code ?? error.signal}: ${said.slice(0, 160)}`);
    }
  };
}

/** A command as one types it. @param {string[]} words */
export function typed(words) {
  return words.map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

/** What stands in `text` where `pattern` has its only group. @param {string} text @param {RegExp} pattern @param {string} what */
export function pick(text, pattern, what) {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`No ${what} in what was read last.`);
  return found;
}
