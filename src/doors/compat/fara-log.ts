import { readToolCalls } from '../../models/fara/native/tool-call.js';
import { readThoughtAction } from '../../models/fara/thought-action/action-text.js';
import { parseWritten, thoughtActionNames } from '../../models/fara/thought-action/parsed-action.js';
import type { Message } from '../../models/model.js';

/** One thing the model asked for. */
export interface FaraLogEntry {
  /** From 1. */
  iteration: number;
  thought: string;
  /** As it was written. */
  action: string;
  /** As it was understood; null where it was not. */
  parsed_action: Record<string, unknown> | null;
}

/** What the model said in a run, action by action. */
export function faraLog(history: readonly Message[], format: 'thought-action' | 'native'): FaraLogEntry[] {
  const replies = history.flatMap((message) => (message.role === 'model' ? [message.reply] : []));
  return replies.flatMap(({ raw, refusal }, index) => {
    const text = typeof raw === 'string' ? raw : '';
    const spoken = format === 'native' ? undefined : readText(text);
    const read = spoken && spoken.actions.length > 0 ? spoken : pick(readNative(text), spoken);
    const said = read.actions.length > 0 ? read.actions : [{ action: read.action, parsed_action: null }];
    return said.map((one) => ({ iteration: index + 1, thought: read.thought || (refusal ?? ''), ...one }));
  });
}

interface Read {
  thought: string;
  action: string;
  actions: Pick<FaraLogEntry, 'action' | 'parsed_action'>[];
}

/** A model that was asked for a thought and an action may have answered as it was trained to. */
function pick(native: Read, spoken: Read | undefined): Read {
  return spoken && native.actions.length === 0 ? spoken : native;
}

function readText(text: string): Read {
  const { thought, action, actions } = readThoughtAction(text, thoughtActionNames);
  return {
    thought,
    action,
    actions: actions.map((written) => ({ action: written.text, parsed_action: parsed(() => parseWritten(written)) })),
  };
}

function readNative(text: string): Read {
  const { thoughts, calls, broken } = readToolCalls(text);
  return {
    thought: thoughts,
    action: broken ?? '',
    actions: calls.map(({ name, input, text: written }) => {
      const { action, ...rest } = input;
      return { action: written, parsed_action: { type: name === 'computer_use' ? action : name, ...rest } };
    }),
  };
}

function parsed(read: () => Record<string, unknown>): Record<string, unknown> | null {
  try {
    return read();
  } catch {
    return null; // the model was told what is wrong with it
  }
}
