import { firstLine, interleave } from '../sampling.mjs';
import { agentBrowserShell } from '../subjects/agent-browser-shell.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { playwrightCli } from '../subjects/playwright-cli.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';

/**
 * @typedef {object} Comparison
 * @property {string} title
 * @property {string} page the page that counts the input it receives
 * @property {(shell: import('../subjects/shell.mjs').Shell) => string} subject the name under which the page counts
 * @property {(shell: import('../subjects/shell.mjs').Shell, turn: () => number) => () => Promise<string>} prepare returns the function
 *   that is sampled and that returns the reply. The shell has a snapshot of the page
 * @property {Parameters<typeof interleave>[1]} sampling
 */

/**
 * Runs the same commands through each command line, in turns. Then reads from the page how many it received.
 * @param {import('./measure.mjs').Context} context
 * @param {Comparison} comparison
 */
export async function compareShells(context, comparison) {
  const { resources } = context;
  const shells = await openAll(
    [handrailCli(resources), agentBrowserShell(resources), playwrightCli(resources)],
    context.reportFailure,
    (shell) => shell.start(),
  );
  try {
    const samples = await sampleShells(shells, context, comparison);
    return { ...samples, pageCounts: await readPageCounts(shells, context, comparison) };
  } finally {
    await closeAll(shells);
  }
}

/** @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context @param {Comparison} comparison */
async function sampleShells(shells, context, { title, page, subject, prepare, sampling }) {
  context.log(title);
  /** @type {Record<string, string[]>} */
  const replies = {};
  const runners = [];
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/${page}?subject=${encodeURIComponent(subject(shell))}`);
      await shell.snapshot();
      /** @type {string[]} */
      const texts = [];
      const once = prepare(shell, () => texts.length);
      replies[shell.name] = texts;
      runners.push({
        name: shell.name,
        once: async () => {
          texts.push(await once());
        },
      });
    } catch (error) {
      context.reportFailure(shell.name, error);
    }
  }
  const times = await interleave(runners, sampling);
  for (const [name, { failed }] of Object.entries(times)) if (failed) context.reportFailure(name, failed);
  return { times, replies };
}

/** Leaves the page, so that it sends its count. @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context @param {Comparison} comparison */
async function readPageCounts(shells, context, { subject }) {
  /** @type {Record<string, number | string>} */
  const pageCounts = {};
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/blank`);
      pageCounts[shell.name] = await context.server.clicks(subject(shell));
    } catch (error) {
      pageCounts[shell.name] = firstLine(error);
    }
  }
  return pageCounts;
}

/** The difference between the commands that were sent and those that the page counted. @param {number} made @param {number | string | undefined} counted */
export function uncounted(made, counted) {
  return typeof counted === 'number' ? Math.abs(made - counted) : undefined;
}
