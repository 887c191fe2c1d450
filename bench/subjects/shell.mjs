import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * A command line that controls a browser, as an agent uses it: one process per command, and a browser that stays open.
 * @typedef {object} Shell
 * @property {string} name
 * @property {string} program its name on the command line
 * @property {() => Promise<void>} start starts it with its own browser
 * @property {(...args: string[]) => Promise<string>} run runs one command and returns its output. Throws if it fails
 * @property {(url: string) => Promise<string>} open
 * @property {() => Promise<string>} snapshot observes the page and returns the text that an agent reads
 * @property {(role: string, name: string) => string} ref the reference of an element in the last snapshot
 * @property {(commands: string[][]) => Promise<string>} batch runs several commands with as few calls as possible
 * @property {() => Promise<string>} skill the text that teaches an agent to use it
 * @property {() => Promise<void>} close ends all its processes
 */

/** Runs programs in one folder, with one environment. @param {{ env: Record<string, string>, cwd: string }} options */
export function runner(options) {
  /** @param {string} program @param {string[]} args */
  return async (program, args) => {
    try {
      const { stdout } = await execute(program, args, { ...options, maxBuffer: 1 << 28 });
      return stdout;
    } catch (error) {
      const output = `${error.stderr ?? ''}${error.stdout ?? ''}`.trim().replaceAll(/\s+/g, ' ');
      throw new Error(`${args[0]} ended with ${error.code ?? error.signal}: ${output.slice(0, 160)}`);
    }
  };
}

/** Formats a command as a user types it. @param {string[]} args */
export function formatCommand(args) {
  return args.map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

/** The text of the only group of `pattern`. Throws if `text` does not match. @param {string} text @param {RegExp} pattern @param {string} what */
export function pick(text, pattern, what) {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`There is no ${what} in the last output.`);
  return found;
}
