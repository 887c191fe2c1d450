import { expect, test } from 'vitest';
import type { Element } from '../../src/core/element.js';
import type { Message, Reply, Turn } from '../../src/models/model.js';
import { steps } from '../../src/steps/index.js';
import { element } from '../perception/sample-views.js';

/** A fake page: `next` asks the driver for a reply, `answer` returns results of its calls. */
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
      observe: async () => turn.observation,
      read: async () => {
        throw new Error('Only the screen can be read here.');
      },
      memory: new Map(),
    };
    return model.next(turn, new AbortController().signal);
  };
  const answer = (reply: Reply, code?: string): Promise<Reply> => {
    const results = reply.calls.map((call) => ({
      call,
      result:
        code === undefined
          ? { success: true as const, data: undefined, metadata: { tool: 'click', ms: 1 } }
          : { success: false as const, error: 'It failed.', metadata: { tool: 'click', ms: 1, code } },
    }));
    history.push({ role: 'model', reply }, { role: 'results', results, notes: [] });
    return next();
  };
  return { next, answer };
}

const buttons = [
  element(1, 'Button', 'Save', { x: 10, y: 10 }),
  element(2, 'Button', 'Save as', { x: 110, y: 10 }),
  element(3, 'Button', 'Delete', { x: 210, y: 10 }),
  element(4, 'Button', 'Delete', { x: 310, y: 10 }),
];

test('sends one call per turn with a thought that names phrase, element and reason, then completes', async () => {
  const page = open('Click Save. Click the second Delete button.', buttons);
  const first = await page.next();
  expect(first.calls).toMatchObject([{ tool: 'click', input: { selector: 'el_1' } }]);
  expect(first.thought).toBe('"Save" is el_1 Button "Save" (same name or tooltip, Button).');
  const second = await page.answer(first);
  expect(second.calls).toMatchObject([{ tool: 'click', input: { selector: 'el_4' } }]);
  const last = await page.answer(second);
  expect(last.calls).toMatchObject([{ tool: 'complete' }]);
});

test('refuses two equal matches and names their ids', async () => {
  const page = open('Click Delete', buttons);
  await expect(page.next()).rejects.toMatchObject({
    code: 'ambiguous',
    message: expect.stringMatching(/"Delete".*el_3.*el_4/),
  });
});

test('does not match a short name that differs in one letter', async () => {
  const page = open('Click Send', [element(1, 'Button', 'Sent', { x: 10, y: 10 })]);
  await expect(page.next()).rejects.toMatchObject({ code: 'not_found' });
});

test('refuses a task before the first call when a part is not understood', async () => {
  const page = open('Click Save, then frobnicate the gizmo', buttons);
  await expect(page.next()).rejects.toMatchObject({
    code: 'not_understood',
    message: expect.stringContaining('frobnicate'),
  });
});

test('retries once when an element is stale', async () => {
  const page = open('Click Save', buttons);
  const again = await page.answer(await page.next(), 'stale_element');
  expect(again.calls).toMatchObject([{ tool: 'click', input: { selector: 'el_1' } }]);
  await expect(page.answer(again, 'stale_element')).rejects.toMatchObject({ code: 'stale_element' });
});

test('stops with the error of a failed call', async () => {
  const page = open('Click Save', buttons);
  await expect(page.answer(await page.next(), 'disabled')).rejects.toMatchObject({
    code: 'disabled',
    message: expect.stringContaining('Click Save'),
  });
});

test('matches a phrase with a thousand elements in less than 50 ms', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    element(index + 1, 'Button', `Button ${index}`, { x: 10, y: index * 30 }),
  );
  const page = open(Array.from({ length: 8 }, (_, index) => `Click "Button ${index * 9}".`).join(' '), many);
  let reply = await page.next();
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const started = performance.now();
    reply = await page.answer(reply);
    times.push(performance.now() - started);
  }
  expect(times.sort((one, other) => one - other)[3]).toBeLessThan(50);
});
