import { isInputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { createProgress } from '../../src/doors/mcp/progress.js';
import { createWaitingCalls, type Work } from '../../src/doors/mcp/waiting-calls.js';

// Minutes of silence pass here, so the clock is not the real one.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const form = { message: 'Go on?', requestedSchema: { type: 'object' as const, properties: {} } };
const progress = createProgress('a call');

/** A request with these answers. */
function request(answers?: Record<string, unknown>, signal = new AbortController().signal): ServerContext {
  const mcpReq = { signal, inputResponses: answers } as ServerContext['mcpReq'];
  return { mcpReq };
}

/** A call that asks twice and notes what it heard. */
function asking(heard: string[]): Work {
  return async (ask, signal) => {
    try {
      for (let round = 0; round < 2; round += 1) heard.push((await ask(form, signal)).action);
    } catch (error) {
      heard.push(error instanceof HandrailError ? error.code : String(error));
    }
    return { content: [{ type: 'text', text: heard.join(' ') }] };
  };
}

function stateOf(answer: unknown): string {
  if (!isInputRequiredResult(answer) || !answer.requestState) throw new Error('It did not ask.');
  return answer.requestState;
}

const yes = { answer: { action: 'accept' } };

it('a call goes on with each answer, and each answer is good once', async () => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  const first = stateOf(await waiting.begin(asking(heard), { session: 'default', request: request(), progress }));
  const second = stateOf(await waiting.resume(first, request(yes)));
  await expect(waiting.resume(first, request(yes))).rejects.toThrow('not answered in time');
  expect(await waiting.resume(second, request({ answer: { action: 'decline' } }))).toEqual({
    content: [{ type: 'text', text: 'accept decline' }],
  });
  await expect(waiting.resume('made-up', request(yes))).rejects.toThrow('not answered in time');
});

it.each([
  ['nobody answers', 300_000, false],
  ['another call wants the session', 20_000, true],
])('a call is given up when %s', async (_, ms, isWanted) => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  const state = stateOf(await waiting.begin(asking(heard), { session: 'default', request: request(), progress }));
  if (isWanted) waiting.hurry('default');
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(heard).toEqual([]);
  if (isWanted) waiting.hurry('default'); // a second one does not put it off
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['denied']);
  await expect(waiting.resume(state, request(yes))).rejects.toThrow('not answered in time');
});

it('a call ends with the client, and with a request that is cancelled while it goes on', async () => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  await waiting.begin(asking(heard), { session: 'default', request: request(), progress });
  waiting.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['closed']);
  const cancel = new AbortController();
  const ended: string[] = [];
  const working = waiting.begin(
    async (_ask, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push('aborted');
      return { content: [] };
    },
    { session: 'default', request: request(undefined, cancel.signal), progress },
  );
  await vi.advanceTimersByTimeAsync(0);
  cancel.abort();
  await working;
  expect(ended).toEqual(['aborted']);
});

it('only so many calls wait', async () => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  for (let count = 0; count < 17; count += 1)
    await waiting.begin(asking(heard), { session: `s${count}`, request: request(), progress });
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['denied']);
});
