import { viewport } from '../browser.mjs';
import { median } from '../statistics.mjs';
import { atMost } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const loop = {
  key: 'h',
  title: 'A run: the overhead of the agent loop per step, and the decision time of `steps`',
  async run(context) {
    const { openSession } = await import('../../dist/index.js');
    const session = await openSession({
      environment: 'browser',
      viewport,
      policy: { addresses: { loopback: 'allow' } },
    });
    try {
      const overhead = await loopCost(session, context);
      const decided = await decisions(session, context);
      return toResult(overhead, decided);
    } finally {
      await session.close();
    }
  },
};

/** The same clicks through the session and through a scripted model, in turns, without pictures. @param {object} session @param {import('./measure.mjs').Context} context */
async function loopCost(session, context) {
  const { run } = await import('../../dist/index.js');
  const { call, scripted } = await import('../../dist/exports/testing.js');
  const clicks = context.quick ? 10 : 20;
  const rounds = context.quick ? 3 : 6;
  context.log(`${rounds} runs of ${clicks} clicks`);
  const journals = { 'no journal': false, 'with a journal': undefined };
  /** @type {Record<string, number[]>} */
  const times = { 'session only': [] };
  for (const name of Object.keys(journals)) times[name] = [];
  for (let round = 0; round < rounds; round += 1) {
    const element = await openStill(session, context, `session only ${round}`);
    const startedAt = performance.now();
    for (let index = 0; index < clicks; index += 1) {
      await session.observe();
      await session.perform({ type: 'click', target: { element } });
    }
    times['session only'].push((performance.now() - startedAt) / clicks);
    for (const [name, journal] of Object.entries(journals)) {
      const id = await openStill(session, context, `${name} ${round}`);
      const turns = Array.from({ length: clicks }, () => ({ calls: [call('click', { selector: id })] }));
      let ms = 0;
      const on = (event) => {
        if (event.type === 'step_ended' && event.step <= clicks) ms += event.ms;
      };
      const end = { calls: [call('complete', { summary: 'Clicked.' })] };
      const { status, reason } = await run({
        task: 'Click.',
        session,
        model: scripted([...turns, end]),
        journal,
        pictures: false,
        limits: { maxSteps: 100 },
        on,
      });
      if (status !== 'done') throw new Error(`The run ended with ${status}: ${reason}`);
      times[name].push(ms / clicks);
    }
  }
  return times;
}

/** @param {object} session @param {import('./measure.mjs').Context} context @param {string} subject */
async function openStill(session, context, subject) {
  await session.perform({ type: 'navigate', url: `${context.origin}/still?subject=${encodeURIComponent(subject)}` });
  const { elements } = await session.observe();
  const count = elements.find(({ name }) => name === 'Count');
  if (!count) throw new Error('There is no Count button.');
  return count.id;
}

/** The decision times of `steps` on a page of 1,000 cards. @param {object} session @param {import('./measure.mjs').Context} context */
async function decisions(session, context) {
  const { run } = await import('../../dist/index.js');
  context.log('sentences on a page of 1,000 cards');
  await session.perform({ type: 'navigate', url: `${context.origin}/shop/1000` });
  const { elements } = await session.observe();
  const names = elements
    .filter(({ role, interactive }) => role === 'Link' && interactive)
    .map(({ name }) => name)
    .slice(0, 6);
  /** @type {number[]} */
  const decisionTimes = [];
  for (const name of names) {
    const on = (event) => {
      if (event.type === 'model_replied') decisionTimes.push(event.ms);
    };
    await run({ task: `Hover over "${name}".`, session, journal: false, on });
  }
  return decisionTimes;
}

/** @param {Record<string, number[]>} times @param {number[]} decided @returns {import('./measure.mjs').Result} */
function toResult(times, decided) {
  const base = median(times['session only']);
  const over = (name) => (base === undefined ? undefined : (median(times[name]) ?? Number.NaN) - base);
  return {
    raw: { times, decided },
    tables: [
      {
        title: 'A step of a run, ms (a click with settling and verification, and an observation)',
        columns: ['how', 'median', 'over session only'],
        rows: Object.keys(times).map((name) => [name, median(times[name]), over(name)]),
      },
      {
        title: '`steps` decides, ms, on a page of 1,000 cards',
        columns: ['decisions', 'median', 'slowest'],
        rows: [[decided.length, median(decided), decided.length > 0 ? Math.max(...decided) : undefined]],
      },
    ],
    targets: [
      atMost('loop: added to a step', over('no journal'), 15, 'ms'),
      atMost('loop: added to a step with a journal', over('with a journal'), 15, 'ms'),
      atMost('steps: median decision on 1,000 cards', median(decided), 10, 'ms'),
    ],
  };
}
