import { randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { cancelled } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { Progress } from './progress.js';
import type { Answer, Ask, Question } from './questions.js';

/**
 * Calls that wait for a person, between two requests of a client. In the current protocol a server cannot ask in the middle of a call:
 * it answers with the question, and the client calls again with the answer. The call itself goes on where it was.
 */
export interface WaitingCalls {
  /** Begins a call and goes with it to its end, or until it has to ask. */
  begin(work: Work, about: CallPlace): Promise<CallToolResult | InputRequiredResult>;
  /** Brings the answers to the call that waits for them, and goes on. Throws when there is no such call any more. */
  resume(state: string, request: ServerContext): Promise<CallToolResult | InputRequiredResult>;
  /** Another call wants the session: whoever waits there does not wait for long any more. */
  hurry(session: string): void;
  close(): void;
}

export type Work = (ask: Ask, signal: AbortSignal) => Promise<CallToolResult>;

export interface CallPlace {
  session: string;
  /** The request that begins it. */
  request: ServerContext;
  progress: Progress;
}

const patienceMs = 300_000;
const hurriedMs = 20_000;
const mostWaiting = 16;

interface Call {
  session: string;
  progress: Progress;
  outcome: Promise<CallToolResult>;
  question: Promise<Question>;
  answer(answer: Answer): void;
  abort(reason: HandrailError): void;
  timer?: NodeJS.Timeout;
  isHurried?: true;
}

export function createWaitingCalls(): WaitingCalls {
  const waiting = new Map<string, Call>();

  async function accompany(call: Call, request: ServerContext): Promise<CallToolResult | InputRequiredResult> {
    const { signal } = request.mcpReq;
    call.progress.follow(request);
    const stop = (): void => call.abort(cancelled(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    const next = await Promise.race([
      call.outcome.then((result) => ({ result })),
      call.question.then((question) => ({ question })),
    ]);
    signal.removeEventListener('abort', stop);
    if ('result' in next) return next.result;
    call.progress.pause();
    return inputRequired({
      inputRequests: { answer: inputRequired.elicit({ mode: 'form', ...next.question }) },
      requestState: park(call),
    });
  }

  function park(call: Call): string {
    const state = randomBytes(18).toString('base64url');
    waiting.set(state, call);
    giveUpAfter(patienceMs, call);
    call.outcome.finally(() => waiting.delete(state)).catch(() => undefined); // whoever accompanies it hears of it
    const [oldest] = waiting.values();
    if (waiting.size > mostWaiting) oldest?.abort(unanswered());
    return state;
  }

  function giveUpAfter(ms: number, call: Call): void {
    clearTimeout(call.timer);
    call.timer = setTimeout(() => call.abort(unanswered()), ms);
  }

  return {
    begin: (work, { request, ...place }) => accompany(start(work, place), request),
    async resume(state, request) {
      const call = waiting.get(state);
      if (!call) throw unanswered();
      waiting.delete(state);
      clearTimeout(call.timer);
      const given = inputResponse(request.mcpReq.inputResponses, 'answer');
      call.answer(given.kind === 'elicit' ? given : { action: 'cancel' });
      return accompany(call, request);
    },
    hurry(session) {
      for (const call of waiting.values()) {
        if (call.session !== session || call.isHurried) continue;
        call.isHurried = true;
        giveUpAfter(hurriedMs, call);
      }
    },
    close() {
      for (const call of waiting.values()) call.abort(new HandrailError('closed', 'The client has left.'));
    },
  };
}

function start(work: Work, place: Omit<CallPlace, 'request'>): Call {
  const controller = new AbortController();
  let tell = (_: Question): void => undefined;
  const nextQuestion = (): Promise<Question> =>
    new Promise((resolve) => {
      tell = resolve;
    });
  const call: Call = {
    ...place,
    question: nextQuestion(),
    answer: () => undefined,
    abort: (reason) => controller.abort(reason),
    outcome: Promise.resolve()
      .then(() => work(ask, controller.signal))
      .finally(() => clearTimeout(call.timer)),
  };
  function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled(signal));
      signal.addEventListener('abort', () => reject(cancelled(signal)), { once: true });
      call.answer = (answer) => {
        call.question = nextQuestion();
        resolve(answer);
      };
      tell(question);
    });
  }
  return call;
}

function unanswered(): HandrailError {
  return new HandrailError(
    'denied',
    'The question was not answered in time, so nothing was done.',
    'Call the tool again to be asked again.',
  );
}
