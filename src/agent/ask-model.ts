import { orAborted } from '../core/deadline.js';
import type { Observation } from '../core/observation.js';
import { usageIn } from '../models/adapter/provider-adapter.js';
import type { Model, Reply } from '../models/model.js';
import { addUsage, type RunUsage } from './events.js';
import type { LoopParts } from './loop.js';

/** Asks the model once, counts what that used, also where nothing came of it, and adds the reply to the conversation. */
export async function askModel(
  { turn, task, history, registry, emit }: Pick<LoopParts, 'turn' | 'task' | 'history' | 'registry' | 'emit'>,
  { model, usage }: { model: Model; usage: RunUsage },
  step: number,
  observation: Observation,
  signal: AbortSignal,
): Promise<Reply> {
  const began = performance.now();
  usage.modelCalls += 1;
  const asked = model.next({ ...turn, task, history, observation, tools: registry.definitions(), step }, signal);
  const reply = await orAborted(asked, signal).catch((error: unknown) => {
    addUsage(usage, usageIn(error));
    throw error;
  });
  addUsage(usage, reply.usage);
  const { raw: _, ...told } = reply;
  emit({ type: 'replied', step, ms: performance.now() - began, ...told });
  history.push({ role: 'model', reply });
  return reply;
}
