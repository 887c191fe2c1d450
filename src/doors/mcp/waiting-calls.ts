import { randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toCancelledError } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { Elicit, ElicitationAnswer, ElicitationForm } from './elicitation.js';
import type { Progress } from './progress.js';

/**
 * Calls that wait for the user between two requests of a client. In the current protocol a server cannot ask during a request. It returns
 * the question, and the client calls again with the answer. The call itself stays suspended in between.
 */
export interface WaitingCalls {
  /** Starts a call and returns its result or its first question. */
  start(work: Work, options: WaitingCallOptions): Promise<CallToolResult | InputRequiredResult>;
  /** Passes the answer to the call that waits for it, and returns its result or its next question. Throws if the call has ended. */
  resume(state: string, request: ServerContext): Promise<CallToolResult | InputRequiredResult>;
  /** Shortens the wait of the calls on a session, because another call needs it. */
  shortenWait(session: string): void;
  close(): void;
}

export type Work = (elicit: Elicit, signal: AbortSignal) => Promise<CallToolResult>;

export interface WaitingCallOptions {
  session: string;
  /** The request that starts the call. */
  request: ServerContext;
  progress: Progress;
}

interface SuspendableCall {
  session: string;
  progress: Progress;
  result: Promise<CallToolResult>;
  nextQuestion: Promise<ElicitationForm>;
  answer(answer: ElicitationAnswer): void;
  abort(reason: HandrailError): void;
  timer?: NodeJS.Timeout;
  isShortened?: true;
}

const answerTimeoutMs = 300_000;
const shortAnswerTimeoutMs = 20_000;
const maxWaitingCalls = 16;

export function createWaitingCalls(): WaitingCalls {
  const waiting = new Map<string, SuspendableCall>();

  /** Follows the call on behalf of a request until it ends or asks. */
  async function follow(call: SuspendableCall, request: ServerContext): Promise<CallToolResult | InputRequiredResult> {
    const { signal } = request.mcpReq;
    call.progress.attach(request);
    const stop = (): void => call.abort(toCancelledError(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    const next = await Promise.race([
      call.result.then((result) => ({ result })),
      call.nextQuestion.then((question) => ({ question })),
    ]);
    signal.removeEventListener('abort', stop);
    if ('result' in next) return next.result;
    call.progress.detach();
    return inputRequired({
      inputRequests: { answer: inputRequired.elicit({ mode: 'form', ...next.question }) },
      requestState: suspend(call),
    });
  }

  function suspend(call: SuspendableCall): string {
    const state = randomBytes(18).toString('base64url');
    waiting.set(state, call);
    abortAfter(answerTimeoutMs, call);
    call.result.finally(() => waiting.delete(state)).catch(() => undefined); // `follow` reports the error
    const [oldest] = waiting.values();
    if (waiting.size > maxWaitingCalls) oldest?.abort(unanswered());
    return state;
  }

  function abortAfter(ms: number, call: SuspendableCall): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => call.abort(unanswered()), ms);
  }

  return {
    start: (work, { request, ...options }) => follow(startCall(work, options), request),
    async resume(state, request) {
      const call = waiting.get(state);
      if (!call) throw unanswered();
      waiting.delete(state);
      clearTimeout(call.timer);
      const response = inputResponse(request.mcpReq.inputResponses, 'answer');
      call.answer(response.kind === 'elicit' ? response : { action: 'cancel' });
      return follow(call, request);
    },
    shortenWait(session) {
      for (const call of waiting.values()) {
        if (call.session !== session || call.isShortened) continue;
        call.isShortened = true;
        abortAfter(shortAnswerTimeoutMs, call);
      }
    },
    close() {
      for (const call of waiting.values()) call.abort(new HandrailError('closed', 'The client disconnected.'));
    },
  };
}

function startCall(work: Work, options: Omit<WaitingCallOptions, 'request'>): SuspendableCall {
  const controller = new AbortController();
  let postQuestion = (_: ElicitationForm): void => undefined;
  const nextQuestion = (): Promise<ElicitationForm> =>
    new Promise((resolve) => {
      postQuestion = resolve;
    });
  const call: SuspendableCall = {
    ...options,
    nextQuestion: nextQuestion(),
    answer: () => undefined,
    abort: (reason) => controller.abort(reason),
    result: Promise.resolve()
      .then(() => work(elicit, controller.signal))
      .finally(() => clearTimeout(call.timer)),
  };
  function elicit(form: ElicitationForm, signal: AbortSignal): Promise<ElicitationAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(toCancelledError(signal));
      signal.addEventListener('abort', () => reject(toCancelledError(signal)), { once: true });
      call.answer = (answer) => {
        call.nextQuestion = nextQuestion();
        resolve(answer);
      };
      postQuestion(form);
    });
  }
  return call;
}

function unanswered(): HandrailError {
  return new HandrailError(
    'denied',
    'The question was not answered in time, so the call was not executed.',
    'Call the tool again to repeat the question.',
  );
}
