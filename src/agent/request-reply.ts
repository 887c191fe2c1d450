import { withAbort } from '../core/deadline.js';
import type { Observation } from '../core/observation.js';
import { usageOfError } from '../models/adapter/usage.js';
import type { Reply } from '../models/model.js';
import { addUsage } from './events.js';
import type { RunState } from './run-state.js';

/** Requests one reply, counts its usage even if it fails, and adds the reply to the conversation. */
export async function requestReply(state: RunState, observation: Observation, signal: AbortSignal): Promise<Reply> {
  const { model, turn, task, step, usage, emit } = state;
  const { history, registry } = state.agent;
  const startedAt = performance.now();
  usage.modelCalls += 1;
  const request = model.next({ ...turn, task, history, observation, tools: registry.definitions(), step }, signal);
  const reply = await withAbort(request, signal).catch((error: unknown) => {
    addUsage(usage, usageOfError(error));
    throw error;
  });
  addUsage(usage, reply.usage);
  const { raw: _, written: __, ...emitted } = reply;
  emit({ type: 'model_replied', step, ms: performance.now() - startedAt, ...emitted });
  history.push({ role: 'model', reply });
  return reply;
}
