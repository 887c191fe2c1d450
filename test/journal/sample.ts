import sharp from 'sharp';
import type { RunEvent, RunResult } from '../../src/agent/events.js';
import type { NewEntry } from '../../src/journal/entry.js';
import { type Journal, openJournal } from '../../src/journal/journal.js';

/** An event as the agent writes it down: of an observation only address, title and count are kept. */
type Written =
  | Exclude<RunEvent, { type: 'observed' | 'picture' | 'run_ended' | 'run_started' }>
  | { type: 'observed'; step: number; ms: number; observation: { url: string; title: string; total: number } };

interface Scene {
  title: string;
  path: string;
  /** What is written on the button that the step is about. */
  button: string;
  bounds: { x: number; y: number; width: number; height: number };
}

const screen = { width: 1280, height: 800 };
const site = 'https://shop.example';
const task =
  'Search for a desk lamp, put the walnut one in the cart and order it to 12 St James’s Square. Tell me the order number.';

const scenes: Scene[] = [
  { title: 'Shop', path: '/', button: 'Search', bounds: { x: 840, y: 96, width: 120, height: 44 } },
  {
    title: 'Results for “desk lamp”',
    path: '/search?q=desk+lamp',
    button: 'Walnut desk lamp',
    bounds: { x: 80, y: 300, width: 340, height: 260 },
  },
  {
    title: 'Walnut desk lamp',
    path: '/product/2',
    button: 'Add to cart',
    bounds: { x: 720, y: 470, width: 190, height: 48 },
  },
  { title: 'Your cart', path: '/cart', button: 'Check out', bounds: { x: 960, y: 610, width: 200, height: 48 } },
  { title: 'Check out', path: '/checkout', button: 'Place order', bounds: { x: 80, y: 690, width: 200, height: 48 } },
  { title: 'Thank you', path: '/order/H-20417', button: 'H-20417', bounds: { x: 80, y: 220, width: 240, height: 40 } },
];

export interface SampleOptions {
  folder: string;
  /** How many steps; the scenes repeat. Default 6. */
  steps?: number;
  /** Ends in the middle of an action, as a killed process does. */
  killed?: boolean;
  /** Put into every text that could come from a page or a model. */
  payload?: string;
  /** No failures, no notes. */
  smooth?: boolean;
  pictures?: boolean;
  result?: Partial<RunResult>;
}

/** Writes a journal as a run in a small shop leaves one, through the real journal. */
export async function writeSample(options: SampleOptions): Promise<Journal> {
  const { folder, steps = scenes.length, killed = false, payload = '', pictures = true } = options;
  const journal = openJournal({ folder });
  const write = (event: Written | NewEntry): number => journal.write(event);
  const images = pictures ? await drawScenes() : [];
  const limits = {
    maxSteps: Math.max(25, steps),
    timeoutMs: 600_000,
    stepTimeoutMs: 60_000,
    maxTokens: 500_000,
    maxCostUsd: 1,
    maxFailures: 3,
  };
  write({
    type: 'run_started',
    id: '20261115-1117-lamp',
    task: task + payload,
    model: 'scripted',
    url: `${site}/`,
    limits,
  });
  for (let step = 1; step <= steps; step += 1) {
    const index = (step - 1) % scenes.length;
    const scene = scenes[index];
    if (!scene) break;
    write({ type: 'step_started', step });
    const url = site + scene.path;
    write({ type: 'observed', step, ms: 18 + step, observation: { url, title: scene.title + payload, total: 64 } });
    const before = images[index];
    const file = before && journal.writePicture(`${String(step).padStart(4, '0')}-before`, before);
    if (file) write({ type: 'picture', step, when: 'before', file, screen });
    if (index === 5) {
      answer(journal, step, payload);
      continue;
    }
    const call = { id: `c${step}`, tool: 'click', input: { selector: `el_${step}` } };
    const usage = { inputTokens: 1_840 + step * 31, outputTokens: 96, cost: 0.0041 };
    const thought = `The page is “${scene.title}”. The button “${scene.button}” leads on, so I click it.${payload}`;
    write({ type: 'model_replied', step, ms: 640 + 37 * step, thought, calls: [call], usage });
    if (!options.smooth && index === 3) refuse(journal, step, payload);
    write({ type: 'call_started', step, call, text: `click “${scene.button}”${payload}` });
    const element = {
      id: `el_${step}`,
      role: 'Button',
      name: scene.button + payload,
      states: [],
      bounds: scene.bounds,
    };
    const action = { type: 'click', target: { element: `el_${step}` } };
    const intent = journal.write({ type: 'intent', action, element, url, safety: 'low_risk' }, { durable: true });
    if (killed && step === steps) {
      journal.close();
      return journal;
    }
    const next = scenes[(index + 1) % scenes.length]?.path ?? '/';
    finish(journal, {
      step,
      call,
      intent,
      scene,
      next: site + next,
      payload,
      fails: !options.smooth && index === 2 && step < 12,
    });
    write({ type: 'step_ended', step, ms: 1_000 + 60 * step });
  }
  journal.write({ type: 'run_ended', result: resultOf(options, steps) });
  journal.close();
  return journal;
}

interface Finish {
  step: number;
  call: { id: string; tool: string; input: Record<string, unknown> };
  intent: number;
  scene: Scene;
  next: string;
  payload: string;
  fails: boolean;
}

function finish(journal: Journal, { step, call, intent, scene, next, payload, fails }: Finish): void {
  const target = { element: `el_${step}`, name: scene.button + payload, bounds: scene.bounds };
  if (fails) {
    const message = `“${scene.button}” is covered by Dialog “We value your privacy”.${payload}`;
    const error = { code: 'covered', message, hint: 'Close the dialog first.' };
    const settled = { ms: 0, reason: 'nothing was done' };
    journal.write({ type: 'outcome', intent, ok: false, effect: 'unchanged', changes: [], settled, error });
    const metadata = { tool: 'click', ms: 210, code: 'covered', effect: 'unchanged' };
    const result = { success: false, error: `${message} Close the dialog first.`, metadata };
    journal.write({ type: 'call_ended', step, call, result, ms: 210, settleMs: 0, target });
    const rest = { id: `d${step}`, tool: 'screenshot', input: {} };
    journal.write({ type: 'call_skipped', step, call: rest, reason: 'The call before it failed.' });
    journal.write({ type: 'note', step, text: 'The same action failed before. Close what is in the way first.' });
    return;
  }
  const changes = [
    { kind: 'url', from: site + scene.path, to: next },
    { kind: 'appeared', element: `el_${step + 40}`, role: 'Text', name: `Heading${payload}` },
  ];
  const settled = { ms: 85, reason: 'no requests, no mutations' };
  journal.write({ type: 'outcome', intent, ok: true, effect: 'changed', changes, settled });
  const outcomeText = `url: now ${next}\nappeared: [el_${step + 40}] Text "Heading${payload}"`;
  const metadata = {
    tool: 'click',
    ms: 190,
    effect: step % 7 === 0 ? 'unknown' : 'changed',
    outcomeText,
    navigated: true,
  };
  const result = { success: true, data: { clicked: scene.button + payload }, metadata };
  journal.write({ type: 'call_ended', step, call, result, ms: 190, settleMs: 85, target });
}

function refuse(journal: Journal, step: number, payload: string): void {
  const description = `download “invoice.pdf”${payload}`;
  journal.write({ type: 'approval_requested', step, description, safety: 'medium' });
  journal.write({ type: 'approval_decided', step, description, approved: false, by: 'the policy' });
}

function answer(journal: Journal, step: number, payload: string): void {
  const summary = `Your order number is H-20417.${payload}`;
  const call = { id: `c${step}`, tool: 'complete', input: { summary } };
  journal.write({
    type: 'model_replied',
    step,
    ms: 410,
    thought: `The order number is on the page.${payload}`,
    calls: [call],
  });
  journal.write({ type: 'call_started', step, call, text: 'complete the task' });
  journal.write({ type: 'log', step, text: `read the heading${payload}` });
  const result = { success: true, data: { summary }, metadata: { tool: 'complete', ms: 2 } };
  journal.write({ type: 'call_ended', step, call, result, ms: 2 });
  journal.write({ type: 'step_ended', step, ms: 450 });
}

function resultOf({ payload = '', result }: SampleOptions, steps: number): RunResult {
  return {
    id: '20261115-1117-lamp',
    task: task + payload,
    model: 'scripted',
    status: 'done',
    verified: true,
    evidence: [`The page says “Order H-20417 is on its way”.${payload}`, `The address is ${site}/order/H-20417.`],
    answer: `The order number is H-20417.${payload}`,
    data: { order: 'H-20417', total: '€89.00', note: payload },
    steps,
    usage: { inputTokens: 9_742, outputTokens: 480, cost: 0.0205, modelCalls: steps },
    ms: 1_240 * steps,
    url: `${site}/order/H-20417`,
    ...result,
  };
}

let drawn: Promise<Buffer[]> | undefined;
function drawScenes(): Promise<Buffer[]> {
  drawn ??= Promise.all(scenes.map(drawScene));
  return drawn;
}

/** A plain page with a heading, some cards and the button of the scene. */
function drawScene({ title, button, bounds }: Scene): Promise<Buffer> {
  const text = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cards = [0, 1, 2].map(
    (card) => `<rect x="${80 + card * 380}" y="300" width="340" height="260" rx="12" fill="#eef1ee"/>
      <rect x="${104 + card * 380}" y="324" width="292" height="150" rx="8" fill="#d5ddd6"/>
      <rect x="${104 + card * 380}" y="496" width="180" height="14" rx="7" fill="#a9b5ac"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${screen.width}" height="${screen.height}" font-family="sans-serif">
    <rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="64" fill="#21403a"/>
    <text x="80" y="40" font-size="22" fill="#fff">Fieldhouse</text>
    <rect x="80" y="96" width="740" height="44" rx="8" fill="#fff" stroke="#b8c4be"/>
    <text x="80" y="250" font-size="34" fill="#1d2b28">${text(title)}</text>${cards.join('')}
    <rect x="${bounds.x}" y="${bounds.y}" width="${bounds.width}" height="${bounds.height}" rx="8" fill="#2f7d6b"/>
    <text x="${bounds.x + bounds.width / 2}" y="${bounds.y + bounds.height / 2 + 6}" font-size="17" fill="#fff" text-anchor="middle">${text(button)}</text></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}
