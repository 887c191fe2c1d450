import { isInputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { createProgress } from '../../src/doors/mcp/progress.js';
import { createWaitingCalls, type Work } from '../../src/doors/mcp/waiting-calls.js';

// These tests wait for minutes, so they use fake timers.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const form = { message: 'Go on?', requestedSchema: { type: 'object' as const, properties: {} } };
const progress = createProgress('a call');

/** A request with these answers. */
function request(answers?: Record<string, unknown>, signal = new AbortController().signal): ServerContext {
  const mcpReq = { signal, inputResponses: answers } as ServerContext['mcpReq'];
  return { mcpReq };
}

/** A call that asks twice and records the answers. */
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

it('a call continues with each answer, and each state is valid once', async () => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  const first = stateOf(await waiting.start(asking(heard), { session: 'default', request: request(), progress }));
  const second = stateOf(await waiting.resume(first, request(yes)));
  await expect(waiting.resume(first, request(yes))).rejects.toThrow('not answered in time');
  expect(await waiting.resume(second, request({ answer: { action: 'decline' } }))).toEqual({
    content: [{ type: 'text', text: 'accept decline' }],
  });
  await expect(waiting.resume('made-up', request(yes))).rejects.toThrow('not answered in time');
});

it.each([
  ['the user does not answer', 300_000, false],
  ['another call needs the session', 20_000, true],
])('a call is aborted when %s', async (_, ms, isWanted) => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  const state = stateOf(await waiting.start(asking(heard), { session: 'default', request: request(), progress }));
  if (isWanted) waiting.shortenWait('default');
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(heard).toEqual([]);
  if (isWanted) waiting.shortenWait('default'); // a second call does not extend the time
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['denied']);
  await expect(waiting.resume(state, request(yes))).rejects.toThrow('not answered in time');
});

it('a call ends with its client and with a cancelled request', async () => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  await waiting.start(asking(heard), { session: 'default', request: request(), progress });
  waiting.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['closed']);
  const cancel = new AbortController();
  const ended: string[] = [];
  const working = waiting.start(
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

it('the number of waiting calls is limited', async () => {
  const waiting = createWaitingCalls();
  const heard: string[] = [];
  for (let count = 0; count < 17; count += 1)
    await waiting.start(asking(heard), { session: `s${count}`, request: request(), progress });
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['denied']);
});
