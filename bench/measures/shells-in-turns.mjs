import { firstLine, interleave } from '../sampling.mjs';
import { agentBrowserShell } from '../subjects/agent-browser-shell.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { playwrightCli } from '../subjects/playwright-cli.mjs';
import { closeShells, startShells } from '../subjects/shells.mjs';

/**
 * @typedef {object} Turns
 * @property {string} title
 * @property {string} page the page that counts what is done to it
 * @property {(shell: import('../subjects/shell.mjs').Shell) => string} subject under which name the page counts
 * @property {(shell: import('../subjects/shell.mjs').Shell, turn: () => number) => () => Promise<string>} prepare given a shell that has
 *   looked at the page: one turn, which gives the reply
 * @property {Parameters<typeof interleave>[1]} sampling
 */

/**
 * Does the same through each command line, in turns, and asks the page afterwards what arrived.
 * @param {import('./measure.mjs').Context} context
 * @param {Turns} turns
 */
export async function shellsInTurns(context, turns) {
  const { place } = context;
  const shells = await startShells(
    [handrailCli(place), agentBrowserShell(place), playwrightCli(place)],
    context.failed,
  );
  try {
    const made = await takeTurns(shells, context, turns);
    return { ...made, witnessed: await askPages(shells, context, turns) };
  } finally {
    await closeShells(shells);
  }
}

/** @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context @param {Turns} turns */
async function takeTurns(shells, context, { title, page, subject, prepare, sampling }) {
  context.log(title);
  /** @type {Record<string, string[]>} */
  const replies = {};
  const runners = [];
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/${page}?subject=${encodeURIComponent(subject(shell))}`);
      await shell.look();
      /** @type {string[]} */
      const said = [];
      const once = prepare(shell, () => said.length);
      replies[shell.name] = said;
      runners.push({
        name: shell.name,
        once: async () => {
          said.push(await once());
        },
      });
    } catch (error) {
      context.failed(shell.name, error);
    }
  }
  const times = await interleave(runners, sampling);
  for (const [name, { failed }] of Object.entries(times)) if (failed) context.failed(name, failed);
  return { times, replies };
}

/** Leaves the page, so that it tells its count. @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context @param {Turns} turns */
async function askPages(shells, context, { subject }) {
  /** @type {Record<string, number | string>} */
  const witnessed = {};
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/blank`);
      witnessed[shell.name] = await context.server.clicks(subject(shell));
    } catch (error) {
      witnessed[shell.name] = firstLine(error);
    }
  }
  return witnessed;
}

/** How many of a command line's turns the page did not count, or counted twice. @param {number} made @param {number | string | undefined} counted */
export function uncounted(made, counted) {
  return typeof counted === 'number' ? Math.abs(made - counted) : undefined;
}
