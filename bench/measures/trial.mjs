import { ratio } from '../statistics.mjs';
import { runOracles } from '../trial/run-oracles.mjs';
import { toTables } from '../trial/tables.mjs';
import { tasks } from '../trial/tasks/index.mjs';
import { agentBrowserWay, handrailWay } from '../trial/ways.mjs';
import { atLeast, atMost } from './measure.mjs';

const seed = 1;
const quickStep = 4;

/** @type {import('./measure.mjs').Measure} */
export const trial = {
  key: 'n',
  title: 'Trial: small widget tasks and large pages from the shell, by scripted oracles',
  async run({ resources, quick, log, reportFailure }) {
    /** @type {Record<string, Awaited<ReturnType<typeof runOracles>>>} */
    const ran = {};
    for (const way of [handrailWay(resources), agentBrowserWay(resources)]) {
      try {
        ran[way.name] = await runOracles(way, {
          seed,
          chosen: (task) => !quick || tasks.indexOf(task) % quickStep === 0,
          onTask({ id, solved, problem }) {
            if (!solved) log(`${way.name} did not solve ${id}: ${problem}`);
          },
        });
      } catch (error) {
        reportFailure(way.name, error);
      }
    }
    return toResult(ran);
  },
};

/** @param {Record<string, Awaited<ReturnType<typeof runOracles>>>} ran @returns {import('./measure.mjs').Result} */
function toResult(ran) {
  const { Handrail: own, 'agent-browser': peer } = ran;
  const solved = (/** @type {typeof own | undefined} */ run) =>
    run?.outcomes.filter((outcome) => outcome.solved).length;
  return {
    raw: withoutOutputs(ran),
    tables: toTables(ran),
    targets: [
      atMost('trial: wrong presses of Handrail', own?.outcomes.flatMap(({ wrong }) => wrong).length, 0, ''),
      atLeast('trial: solved tasks, Handrail / agent-browser', ratio(solved(own), solved(peer)), 1),
      atMost('trial: calls, Handrail / agent-browser', ratio(own?.total.calls, peer?.total.calls), 1),
      atMost('trial: characters, Handrail / agent-browser', ratio(own?.total.characters, peer?.total.characters), 0.5),
    ],
  };
}

/** The results without the text of the outputs, which is long. @param {Record<string, Awaited<ReturnType<typeof runOracles>>>} ran */
function withoutOutputs(ran) {
  return JSON.parse(JSON.stringify(ran, (key, value) => (key === 'output' ? undefined : value)));
}
