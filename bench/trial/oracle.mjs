import { setTimeout as delay } from 'node:timers/promises';
import { formatCommand } from '../subjects/shell.mjs';

const maxPlaceWaitMs = 3000;
const pollIntervalMs = 50;
const thinkingMs = 2000;

/**
 * A word of a command: text, or a pattern whose group is searched in the outputs, the latest first.
 * @typedef {string | RegExp} Word
 *
 * @typedef {object} Way how a command line does what oracles need
 * @property {(args: string[]) => Promise<{ output: string, code: number | undefined }>} execute
 * @property {string[]} batch the words before the commands of a batch
 * @property {(id: string) => string} reference a target, from the id that its output shows
 * @property {string[]} screenshot
 * @property {(x: number, y: number) => string[][]} clickAt
 */

/**
 * Executes the commands of one task. Throws if a command fails, because an oracle knows what should work.
 * @param {{ way: Way, url: string, data: any, reports: () => import('./task.mjs').Report[] }} options
 * @typedef {ReturnType<typeof createOracle>} OracleContext
 */
export function createOracle({ way, url, data, reports }) {
  /** @type {string[]} */
  const outputs = [];
  /** @type {string[]} */
  const misses = [];
  let hasPicture = false;

  const find = (/** @type {RegExp} */ pattern) => {
    for (const output of outputs.toReversed()) {
      const found = pattern.exec(output);
      if (found) return found[1] ?? found[0];
    }
    return undefined;
  };
  const resolve = (/** @type {Word} */ word) => {
    if (typeof word === 'string') return word;
    const found = find(word);
    if (found === undefined) throw new Error(`The outputs contain no ${word}.`);
    return way.reference(found);
  };

  /** One call: a command, or several as a batch. @param {Word[][]} commands */
  const run = async (...commands) => {
    const resolved = commands.map((command) => command.map(resolve));
    const args = resolved.length === 1 ? resolved[0] : [...way.batch, ...resolved.map(formatCommand)];
    const { output, code } = await way.execute(args);
    outputs.push(output);
    hasPicture = commands.some(([first]) => first === 'screenshot');
    if (code !== 0)
      throw new Error(`${formatCommand(args).slice(0, 100)}: ${output.trim().replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    return output;
  };

  /** The centre of something that the page reported, as a model finds it in the picture. @param {string} name */
  const place = async (name) => {
    for (const startedAt = performance.now(); ; await delay(pollIntervalMs)) {
      const found = reports().findLast((report) => report.kind === 'place' && report.name === name);
      if (found) return { x: found.x, y: found.y };
      if (performance.now() - startedAt > maxPlaceWaitMs)
        throw new Error(`The page did not report the place of ${name}.`);
    }
  };

  return {
    url,
    data,
    misses,
    run,
    find,
    place,
    /** Records that the output does not contain what a person sees. @param {string} what */
    miss: (what) => void misses.push(what),
    /**
     * Clicks elements by their ids in one call. If the outputs do not contain one, clicks the places of all in a screenshot.
     * The screenshot is one more call, unless the call before took one.
     * @param {{ pattern: RegExp, name: string }[]} targets @param {Word[][]} after commands of the same call
     */
    async press(targets, ...after) {
      const missing = targets.filter(({ pattern }) => find(pattern) === undefined);
      if (missing.length === 0) return run(...targets.map(({ pattern }) => ['click', pattern]), ...after);
      misses.push(missing.map(({ name }) => name).join(', '));
      if (!hasPicture) await run(way.screenshot);
      const points = await Promise.all(targets.map(({ name }) => place(name)));
      return run(...points.flatMap(({ x, y }) => way.clickAt(x, y)), ...after);
    },
    screenshot: way.screenshot,
    /** Takes the time that a model takes between two calls. */
    think: () => delay(thinkingMs),
    clickAt: way.clickAt,
    /** Runs commands of which one may fail, and returns the output. @param {Word[][]} commands */
    attempt: (...commands) => run(...commands).catch(() => outputs.at(-1) ?? ''),
  };
}
