import type { Turn } from '../models/model.js';
import { createPolicyGuard } from '../rails/policy/policy-guard.js';
import { createRunGrants } from '../rails/run-grants.js';
import { createVault } from '../rails/secrets/vault.js';
import type { ObserveOptions } from '../session/observe-options.js';
import type { Session } from '../session/session.js';
import type { ScreenHost } from '../tools/call/call-tool.js';
import { readAnyScreen } from '../tools/read/read-screen.js';
import { describeAnswer } from './answer-schema.js';
import { toApprover } from './approver.js';
import { addUsage } from './events.js';
import type { AgentState, NewRunState, RunState } from './run-state.js';

/** What the tools of the run share. */
export function createToolHost(state: NewRunState, session: Session): ScreenHost {
  const { agent, emit, recorder, usage } = state;
  const { options, memory } = agent;
  const { fill } = agent.fallback ?? agent.model;
  const answers: string[] = [];
  const { ask } = options;
  return {
    session,
    rails: {
      policy: options.session && options.policy !== undefined ? createPolicyGuard(options.policy) : undefined,
      secrets: options.session && options.secrets !== undefined ? createVault(options.secrets) : undefined,
      gate: options.gate,
      approve: toApprover(options.approve),
      approvalTimeoutMs: options.approvalTimeoutMs,
      grants: createRunGrants(),
      journal: recorder.journal,
      userTexts: () => [...userTextsOf(agent), ...answers],
    },
    memory,
    log: (text) => emit({ type: 'log', step: state.step, text }),
    allow: options.allow,
    knownElement: session.knownElement,
    ask:
      ask &&
      (async (question, askSignal) => {
        const answer = await ask(question, askSignal);
        answers.push(answer);
        return answer;
      }),
    fill:
      fill &&
      (async (request, signal) => {
        usage.modelCalls += 1;
        const filled = await fill(request, signal);
        addUsage(usage, filled.usage);
        return filled.value;
      }),
  };
}

/** The parts of a model's turn that are the same in every step. */
export function createTurn({ agent, send, signal }: NewRunState, session: Session): RunState['turn'] {
  const { systemPrompt: ofAgent, maxPictures } = agent.options;
  const systemPrompt = [ofAgent, send.answer && describeAnswer(send.answer)].filter(Boolean).join('\n\n') || undefined;
  const observe = (options: ObserveOptions = {}) => session.observe({ ...options, signal });
  const read: Turn['read'] = (request) => session.read(request, { signal });
  const isBrowser = session.environment.kind === 'browser';
  return {
    observe,
    read: isBrowser ? read : (request) => readAnyScreen(request, { observe, read }),
    memory: agent.memory,
    systemPrompt,
    boundary: agent.boundary,
    maxPictures,
  };
}

/** What the user wrote in this conversation, with the texts of attached files. */
function userTextsOf({ history }: AgentState): string[] {
  return history.flatMap((message) => (message.role === 'user' ? [message.text] : []));
}
