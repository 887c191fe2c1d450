import { type AgentOptions, createAgent, type SendOptions } from './agent.js';
import type { RunResult } from './events.js';

export interface RunOptions extends AgentOptions, Pick<SendOptions, 'attachments' | 'expect' | 'signal'> {
  /** What is to be done, in plain words. */
  task: string;
}

/** Does one task from beginning to end and closes what it opened. What goes wrong on the way is in the result. */
export async function run({ task, attachments, expect, signal, ...options }: RunOptions): Promise<RunResult> {
  const agent = createAgent(options);
  try {
    return await agent.send(task, {
      ...(attachments ? { attachments } : {}),
      ...(expect ? { expect } : {}),
      ...(signal ? { signal } : {}),
    });
  } finally {
    await agent.close();
  }
}
