import type { Boundary } from '../core/boundary.js';
import type { Fault } from '../core/errors.js';
import { toPublicEvent } from '../core/events/event-facts.js';
import type { EventSource } from '../core/events/event-source.js';
import type { Observation } from '../core/observation.js';
import { environmentSecrets } from '../journal/redaction/environment-secrets.js';
import { createSecretLearner } from '../journal/redaction/secret-learner.js';
import { createSecretMask } from '../journal/redaction/secret-mask.js';
import { newRunId } from '../journal/run-folder.js';
import type { Message, Model, Turn } from '../models/model.js';
import type { Session } from '../session/session.js';
import type { ScreenHost } from '../tools/call/call-tool.js';
import type { Registry } from '../tools/registry.js';
import { type CompletionCheck, createCompletionCheck } from './completion-check.js';
import type { RunEvent, RunUsage } from './events.js';
import { declaredInEvent, withoutDeclared } from './hide-secrets.js';
import { defaultLimits, type RunLimits } from './limits.js';
import type { AgentOptions, SendOptions } from './options.js';
import { nullRecorder, type RunRecorder } from './run-recorder.js';
import type { StepTrace } from './stuck-detector.js';

/** What an agent keeps from one run to the next. */
export interface AgentState {
  readonly options: AgentOptions;
  readonly model: Model;
  readonly fallback?: Model;
  readonly registry: Registry;
  readonly history: Message[];
  /** Marks texts of the screen for models. */
  readonly boundary: Boundary;
  readonly memory: Map<string, string>;
  readonly events: EventSource<RunEvent>;
  /** Returns the session of the agent, and opens it first if necessary. */
  openSession(runFolder?: string, signal?: AbortSignal): Promise<Session>;
}

/** The state of one run. Every phase reads it and changes it. */
export interface RunState {
  readonly id: string;
  readonly task: string;
  readonly agent: AgentState;
  readonly send: SendOptions;
  /** Aborted when the caller cancels the run. */
  readonly signal: AbortSignal;
  readonly completion: CompletionCheck;
  readonly usage: RunUsage;
  /** The parts of a model's turn that are the same in every step. */
  readonly turn: Pick<Turn, 'observe' | 'read' | 'memory' | 'systemPrompt' | 'maxPictures' | 'boundary'>;
  readonly session: Session;
  readonly host: ScreenHost;
  recorder: RunRecorder;
  limits: RunLimits;
  /** The model that decides now. The fallback, once it continues the task. */
  model: Model;
  /** The number of the current step, from 1. */
  step: number;
  /** Failed steps in a row. */
  failures: number;
  /** Unreadable replies in a row. */
  unreadable: number;
  /** Why the last reply could not be read. */
  unreadableReason?: string;
  rejectedCompletions: number;
  readonly traces: StepTrace[];
  lastFault?: Fault;
  /** The observation that the last action ended with, until the next step uses it. */
  freshObservation?: Observation;
  /** Page events that the model has not read yet: a crash, a replaced page. */
  readonly notices: Set<string>;
  emit(event: RunEvent): void;
}

/** A run before its session is open. */
export type NewRunState = Omit<RunState, 'session' | 'host' | 'turn'> & { readonly session?: Session };

export function createRunState(agent: AgentState, task: string, send: SendOptions): NewRunState {
  const { model, registry, events } = agent;
  const secrets = createSecretMask(environmentSecrets());
  const learnSecrets = createSecretLearner();

  /** The session masks what a tool declares as a secret, too: in proposals and in the journal of a program. */
  function learn(event: RunEvent): void {
    for (const secret of learnSecrets({ ...event })) secrets.add(secret);
    for (const secret of declaredInEvent(event, registry)) (state.session?.secrets ?? secrets).add(secret);
    for (const secret of state.session?.secrets.secrets ?? []) secrets.add(secret);
  }

  const state: NewRunState = {
    id: newRunId(),
    task,
    agent,
    send,
    signal: send.signal ?? new AbortController().signal,
    completion: createCompletionCheck(send.expect, registry),
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    recorder: nullRecorder,
    limits: defaultLimits,
    model,
    step: 0,
    failures: 0,
    unreadable: 0,
    rejectedCompletions: 0,
    traces: [],
    notices: new Set(),
    emit(event) {
      learn(event);
      const shown = withoutDeclared(event, registry);
      state.recorder.write(shown, state.session?.secrets.secrets);
      if (events.hasListeners) events.emit(toPublicEvent(shown, secrets.apply));
    },
  };
  return state;
}
