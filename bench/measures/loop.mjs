import { viewport } from '../browser.mjs';
import { median } from '../statistics.mjs';
import { atMost } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const loop = {
  key: 'h',
  title: 'A run: what the loop adds to each step, and how long `steps` takes to decide',
  async run(context) {
    const { openSession } = await import('../../dist/index.js');
    const session = await openSession({ environment: 'browser', viewport });
    try {
      const added = await loopCost(session, context);
      const decided = await decisions(session, context);
      return toResult(added, decided);
    } finally {
      await session.close();
    }
  },
};

/** The same clicks by hand and by a scripted model, in turns, without pictures. @param {object} session @param {import('./measure.mjs').Context} context */
async function loopCost(session, context) {
  const { run, scripted, call } = await import('../../dist/index.js');
  const clicks = context.quick ? 10 : 20;
  const rounds = context.quick ? 3 : 6;
  context.log(`${rounds} runs of ${clicks} clicks`);
  const journals = { 'no journal': false, 'with a journal': undefined };
  /** @type {Record<string, number[]>} */
  const times = { 'by hand': [] };
  for (const name of Object.keys(journals)) times[name] = [];
  for (let round = 0; round < rounds; round += 1) {
    const element = await openStill(session, context, `by hand ${round}`);
    const began = performance.now();
    for (let index = 0; index < clicks; index += 1) {
      await session.observe();
      await session.perform({ type: 'click', target: { element } });
    }
    times['by hand'].push((performance.now() - began) / clicks);
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
        limits: { steps: 100 },
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

/** How long the driver without a model thinks on a page of 1,000 cards. @param {object} session @param {import('./measure.mjs').Context} context */
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
  const thought = [];
  for (const name of names) {
    const on = (event) => {
      if (event.type === 'replied') thought.push(event.ms);
    };
    await run({ task: `Hover over "${name}".`, session, journal: false, on });
  }
  return thought;
}

/** @param {Record<string, number[]>} times @param {number[]} decided @returns {import('./measure.mjs').Result} */
function toResult(times, decided) {
  const hand = median(times['by hand']);
  const over = (name) => (hand === undefined ? undefined : (median(times[name]) ?? Number.NaN) - hand);
  return {
    raw: { times, decided },
    tables: [
      {
        title: 'A step of a run, ms (a click, settled and proven, and an observation)',
        columns: ['how', 'median', 'over by hand'],
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
