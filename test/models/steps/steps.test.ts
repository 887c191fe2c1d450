import { expect, test } from 'vitest';
import type { Element } from '../../../src/core/element.js';
import type { Message, Reply, Turn } from '../../../src/models/model.js';
import { steps } from '../../../src/steps/index.js';
import { element } from '../../perception/sample-views.js';

/** A page of plain elements: turns for the driver, and what it replied. */
function open(task: string, elements: Element[]) {
  const model = steps();
  const history: Message[] = [{ role: 'user', text: task }];
  const next = async (): Promise<Reply> => {
    const turn: Turn = {
      task,
      history,
      observation: {
        id: 1,
        at: '',
        screen: { width: 1280, height: 720 },
        elements,
        total: elements.length,
        truncated: 0,
        text: '',
      },
      tools: [],
      step: 1,
      see: async () => turn.observation,
      read: async () => {
        throw new Error('Nothing but the screen is needed here.');
      },
      memory: new Map(),
    };
    return model.next(turn, new AbortController().signal);
  };
  /** Tells what came of the calls, and asks again. */
  const told = (reply: Reply, code?: string): Promise<Reply> => {
    const results = reply.calls.map((call) => ({
      call,
      result: { success: code === undefined, metadata: { tool: 'click', ms: 1, ...(code ? { code } : {}) } },
    }));
    history.push({ role: 'model', reply }, { role: 'results', results, notes: [] });
    return next();
  };
  return { next, told };
}

const buttons = [
  element(1, 'Button', 'Save', { x: 10, y: 10 }),
  element(2, 'Button', 'Save as', { x: 110, y: 10 }),
  element(3, 'Button', 'Delete', { x: 210, y: 10 }),
  element(4, 'Button', 'Delete', { x: 310, y: 10 }),
];

test('one call a turn, with the words, the element and how sure it is; then done', async () => {
  const page = open('Click Save. Click the second Delete button.', buttons);
  const first = await page.next();
  expect(first.calls).toMatchObject([{ tool: 'click', input: { selector: 'el_1' } }]);
  expect(first.thought).toBe('"Save" is el_1 Button "Save" (same name; 100 % sure).');
  const second = await page.told(first);
  expect(second.calls).toMatchObject([{ tool: 'click', input: { selector: 'el_4' } }]);
  const last = await page.told(second);
  expect(last.calls).toMatchObject([{ tool: 'complete' }]);
});

test('two that are equal are refused with their ids', async () => {
  const page = open('Click Delete', buttons);
  await expect(page.next()).rejects.toMatchObject({
    code: 'ambiguous',
    message: expect.stringMatching(/"Delete".*el_3.*el_4/),
  });
});

test('a part that nobody understands stops the task before anything is done', async () => {
  const page = open('Click Save, then frobnicate the gizmo', buttons);
  await expect(page.next()).rejects.toMatchObject({
    code: 'not_understood',
    message: expect.stringContaining('frobnicate'),
  });
});

test('an element that is gone is looked for once more', async () => {
  const page = open('Click Save', buttons);
  const again = await page.told(await page.next(), 'stale_element');
  expect(again.calls).toMatchObject([{ tool: 'click', input: { selector: 'el_1' } }]);
  await expect(page.told(again, 'stale_element')).rejects.toMatchObject({ code: 'stale_element' });
});

test('a call that failed stops the task with its reason', async () => {
  const page = open('Click Save', buttons);
  await expect(page.told(await page.next(), 'disabled')).rejects.toMatchObject({
    code: 'disabled',
    message: expect.stringContaining('Click Save'),
  });
});

test('deciding among a thousand elements takes a moment', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    element(index + 1, 'Button', `Button ${index}`, { x: 10, y: index * 30 }),
  );
  const page = open(Array.from({ length: 8 }, (_, index) => `Click "Button ${index * 9}".`).join(' '), many);
  let reply = await page.next();
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const started = performance.now();
    reply = await page.told(reply);
    times.push(performance.now() - started);
  }
  expect(times.sort((one, other) => one - other)[3]).toBeLessThan(50);
});
