// Executes the oracles and prints their results: node bench/trial/run.mjs [--seed 1] [--only login,slider] [--way handrail] [--verbose]
import { parseArgs } from 'node:util';
import { browserPath } from '../browser.mjs';
import { makeScratch } from '../peer-environment.mjs';
import { endLeftovers } from '../processes.mjs';
import { renderTable } from '../report.mjs';
import { sumCalls } from './calls.mjs';
import { runOracles } from './run-oracles.mjs';
import { toTables } from './tables.mjs';
import { agentBrowserWay, handrailWay } from './ways.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    way: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',');
const scratch = makeScratch();
process.once('exit', () => {
  endLeftovers();
  scratch.remove();
});

const resources = { browser: await browserPath(), scratch };
const ways = [handrailWay(resources), agentBrowserWay(resources)].filter(
  ({ task }) => !values.way || task === values.way,
);
/** @type {Record<string, Awaited<ReturnType<typeof runOracles>>>} */
const ran = {};
for (const way of ways) {
  ran[way.name] = await runOracles(way, {
    seed: Number(values.seed),
    chosen: ({ id }) => !only || only.includes(id),
    onTask(outcome) {
      const { calls, characters } = sumCalls(outcome.calls);
      const state = outcome.solved ? 'solved' : `NOT SOLVED: ${outcome.problem}`;
      const wrong = outcome.wrong.length > 0 ? ` WRONG: ${outcome.wrong.join(', ')}` : '';
      const misses = outcome.misses.length > 0 ? ` not listed: ${outcome.misses.join('; ')}` : '';
      process.stderr.write(
        `${way.name} ${outcome.id}: ${calls} calls, ${characters} characters, ${state}${wrong}${misses}\n`,
      );
      if (values.verbose)
        for (const call of outcome.calls) process.stderr.write(`  > ${call.args.join(' | ')}\n${call.output ?? ''}\n`);
    },
  });
}
for (const table of toTables(ran)) process.stdout.write(renderTable(table));
