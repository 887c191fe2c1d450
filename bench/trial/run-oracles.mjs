import { sumCalls } from './calls.mjs';
import { createOracle } from './oracle.mjs';
import { startTrialServer } from './server.mjs';
import { tasks } from './tasks/index.mjs';

/**
 * Executes the oracle of every task with one command line. The pages decide what was solved.
 * @param {import('./ways.mjs').RecordedWay} way
 * @param {{ seed: number, chosen?: (task: import('./task.mjs').Task) => boolean, onTask?: (outcome: TaskOutcome) => void }} options
 *
 * @typedef {object} TaskOutcome
 * @property {string} id
 * @property {boolean} solved
 * @property {unknown[]} wrong the presses that do not belong to the task
 * @property {string[]} misses what a person sees and the output does not contain
 * @property {string} [problem] why it was not solved
 * @property {import('./calls.mjs').Call[]} calls
 */
export async function runOracles(way, { seed, chosen = () => true, onTask }) {
  const server = await startTrialServer({ seed });
  /** @type {TaskOutcome[]} */
  const outcomes = [];
  try {
    await way.execute(way.documentation);
    const documentation = way.calls.splice(0);
    for (const task of tasks.filter(chosen)) {
      const outcome = await runOracle(way, task, server);
      outcomes.push(outcome);
      onTask?.(outcome);
    }
    return { outcomes, total: sumCalls([...documentation, ...outcomes.flatMap(({ calls }) => calls)]) };
  } finally {
    await way.close();
    await server.close();
  }
}

/** @param {import('./ways.mjs').RecordedWay} way @param {import('./task.mjs').Task} task @param {Awaited<ReturnType<typeof startTrialServer>>} server @returns {Promise<TaskOutcome>} */
async function runOracle(way, task, server) {
  const oracle = createOracle({
    way,
    url: server.url(task.id),
    data: server.instances.get(task.id).data,
    reports: () => server.reportsOf(task.id),
  });
  let problem;
  try {
    await task[way.task](oracle);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const { solved, wrong, result } = await settledJudgement(server, task.id);
  if (!solved)
    problem ??= `The page reported ${JSON.stringify(result)}, not ${JSON.stringify(server.instances.get(task.id).expected)}.`;
  return {
    id: task.id,
    solved,
    wrong,
    misses: oracle.misses,
    problem: solved ? undefined : problem,
    calls: way.calls.splice(0),
  };
}

const maxReportWaitMs = 1500;

/** Waits for the last report: it can arrive after the command has ended. @param {Awaited<ReturnType<typeof startTrialServer>>} server @param {string} id */
async function settledJudgement(server, id) {
  for (const startedAt = performance.now(); ; ) {
    const judgement = server.judge(id);
    if (judgement.solved || performance.now() - startedAt > maxReportWaitMs) return judgement;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
