import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeCall } from '../../src/agent/execute-call.js';
import type { Size } from '../../src/core/geometry.js';
import { acquireBrowser, type BrowserLease } from '../../src/environments/browser/launch/acquire-browser.js';
import type { Call, Message } from '../../src/exports/models.js';
import type { Registry } from '../../src/exports/tools.js';
import { createAgent, type Model, type Observation } from '../../src/index.js';
import { type ContractServer, type Intent, type ScreenPoint, serveContract } from '../../src/testing/index.js';
import { isLongJob, sample, seed } from '../support/sample.js';
import { type Served, servePages } from '../support/serve.js';
import { type AdapterCase, cases } from './cases.js';
import { openPage } from './open-page.js';
import { hasty } from './play.js';

const sizes: Size[] = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 800, height: 1000 },
];
/** All sizes, each at one of the two scales; `npm run long` runs each size at both. */
const screens = sizes.flatMap((viewport, index) =>
  (isLongJob ? [1, 2] : [1 + ((index + seed) % 2)]).map((scale) => ({ ...viewport, scale })),
);

/** Five by five squares of 8 pixels, from corner to corner. The page records which one was clicked. */
const side = 8;
const page = `<!doctype html><title>Targets</title><style>
  body { margin: 0 } button { position: fixed; width: ${side}px; height: ${side}px; padding: 0; border: 0; background: #06c }
  output { position: fixed; left: 40px; top: 40px; pointer-events: none }
</style><output>0</output><script>
  const hits = [];
  let clicks = 0;
  const last = { x: innerWidth - ${side}, y: innerHeight - ${side} };
  for (let row = 0; row < 5; row += 1) for (let column = 0; column < 5; column += 1) {
    const button = document.createElement('button');
    button.ariaLabel = 'Target ' + 'ABCDE'[row] + (column + 1);
    button.style.left = Math.round(last.x * column / 4) + 'px';
    button.style.top = Math.round(last.y * row / 4) + 'px';
    document.body.append(button);
  }
  addEventListener('click', ({ target }) => {
    hits.push(target.ariaLabel ?? 'nothing');
    clicks += 1;
    document.querySelector('output').textContent = 'Clicks: ' + clicks;
  });
</script>`;

/** The corners, and a sample of the other targets. */
const corners = [0, 4, 20, 24];
const others = Array.from({ length: 25 }, (_, index) => index).filter((index) => !corners.includes(index));
const tried = [...corners, ...sample(others, 8)].toSorted((one, other) => one - other);

function targetsOn({ width, height }: Size): { name: string; at: ScreenPoint }[] {
  return tried.map((index) => {
    const row = Math.floor(index / 5);
    const column = index % 5;
    const name = `Target ${'ABCDE'[row]}${column + 1}`;
    const middle = (length: number, step: number) => (Math.round(((length - side) * step) / 4) + side / 2) / length;
    return { name, at: { x: middle(width, column), y: middle(height, row), name } };
  });
}

interface Speaking {
  model: Model;
  /** The default tools of the model. */
  registry: Registry;
  server: ContractServer;
  /** The next intents of the simulated model. */
  wants: Intent[];
}

const speaking = new Map<AdapterCase, Speaking>();
let site: Served;
/** Keeps one browser open between the screens. */
let browser: BrowserLease;

beforeAll(async () => {
  site = await servePages({ '/': page });
  browser = await acquireBrowser({});
  for (const one of cases) {
    const server = await serveContract(one.contract, () => speaker.wants);
    const model = one.model(server.url, hasty);
    const speaker: Speaking = { server, model, registry: createAgent({ model }).tools, wants: [] };
    speaking.set(one, speaker);
  }
});
afterAll(async () => {
  for (const { server } of speaking.values()) await server.close();
  await browser.release();
  site.close();
});

const signal = new AbortController().signal;

describe.each(screens)('On a screen of $width x $height at scale $scale', ({ width, height, scale }) => {
  let opened: Awaited<ReturnType<typeof openPage>>;
  const looks = new Map<string, Promise<Observation>>();
  /** Where calls land, by their target: calls to the same pixel need only one click. */
  const landings = new Map<string, Promise<string[]>>();

  beforeAll(async () => {
    opened = await openPage({ url: site.url, viewport: { width, height }, deviceScaleFactor: scale });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** The screen as a model is shown it; one snapshot for all models with the same vision. */
  function look({ vision }: Model): Promise<Observation> {
    const { picture, mapTokens } = vision ?? {};
    const size = picture?.size({ width, height });
    const key = JSON.stringify([picture?.type, size, picture?.marks, mapTokens]);
    const known = looks.get(key);
    if (known) return known;
    const seen = opened.session.observe({
      ...(picture
        ? { picture: picture.marks ? 'marks' : 'plain', pictureAs: { type: picture.type, exactly: picture.size } }
        : {}),
      ...(mapTokens === undefined ? {} : { budget: mapTokens }),
    });
    looks.set(key, seen);
    return seen;
  }

  async function ask({ model, registry }: Speaking): Promise<Call[]> {
    const observation = await look(model);
    const { screen, url, image, text } = observation;
    const seen = { screen, ...(url ? { url } : {}), ...(image ? { picture: image } : {}), map: text };
    const history: Message[] = [{ role: 'user', text: 'Click the targets.', snapshot: seen }];
    const unread = () => Promise.reject(new Error('Nobody reads here.'));
    const turn = {
      task: 'Click the targets.',
      history,
      observation,
      tools: registry.definitions(),
      step: 1,
      memory: new Map(),
    };
    return (await model.next({ ...turn, observe: unread, read: unread }, signal)).calls;
  }

  function landing(call: Call, registry: Registry): Promise<string[]> {
    const key = JSON.stringify({ ...call, id: '' });
    const known = landings.get(key);
    if (known) return known;
    const landed = clickFor(call, registry);
    landings.set(key, landed);
    return landed;
  }

  async function clickFor(call: Call, registry: Registry): Promise<string[]> {
    const host = { session: opened.session, memory: new Map<string, string>() };
    const { error } = await executeCall(call, { registry, host, step: 1, emit: () => undefined, signal });
    if (error) return [error];
    return opened.page.evaluate<string[]>('hits.splice(0)');
  }

  it.each(cases.map((one) => ({ one, name: one.name })))('$name hits every target', async ({ one }) => {
    const speaker = speaking.get(one);
    if (!speaker) throw new Error('It has no server.');
    const targets = targetsOn({ width, height });
    const row = one.batches ? 5 : 1;
    const turns = targets.flatMap((_, index) => (index % row === 0 ? [targets.slice(index, index + row)] : []));
    const missed: string[] = [];
    for (const turn of turns) {
      speaker.wants = turn.map(({ at }) => ({ do: 'click', at }));
      const calls = await ask(speaker);
      expect(calls).toHaveLength(turn.length);
      for (const [index, { name }] of turn.entries()) {
        const call = calls[index];
        const hits = call ? await landing(call, speaker.registry) : [];
        if (hits.join() !== name) missed.push(`${name}: ${hits.join()} by ${JSON.stringify(call)}`);
      }
    }
    expect(speaker.server.violations).toEqual([]);
    expect(missed).toEqual([]);
  });
});
