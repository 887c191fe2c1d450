import { readToolCalls } from '../../models/fara/native/tool-call.js';
import { readThoughtAction } from '../../models/fara/thought-action/action-text.js';
import { parseAction, thoughtActionNames } from '../../models/fara/thought-action/parsed-action.js';
import type { CallResult, Message } from '../../models/model.js';

/** One action of the model. */
export interface FaraLogEntry {
  /** Starts at 1. */
  iteration: number;
  thought: string;
  /** The action as the model wrote it. */
  action: string;
  /** The parsed action; null if it could not be parsed. */
  parsed_action: Record<string, unknown> | null;
  /** Why the action was not done. */
  error?: string;
  /** A rule or the approver refused the action, or nobody could approve it. */
  refused?: true;
}

/** Lists the actions of the model in a run. */
export function createFaraLog(history: readonly Message[], format: 'thought-action' | 'native'): FaraLogEntry[] {
  const steps = history.flatMap((message, index) => {
    const next = history[index + 1];
    return message.role === 'model'
      ? [{ reply: message.reply, results: next?.role === 'results' ? next.results : [] }]
      : [];
  });
  return steps.flatMap(({ reply: { raw, refusal, unreadable }, results }, index) => {
    const { thought, action, actions } = parseReply(typeof raw === 'string' ? raw : '', format);
    const entries = actions.length > 0 ? actions : [{ action, parsed_action: null }];
    return entries.map((entry, position) => ({
      iteration: index + 1,
      thought: thought || (refusal ?? ''),
      ...entry,
      ...(unreadable === undefined ? describeFailure(results, position) : { error: unreadable }),
    }));
  });
}

/** What happened to the action at this position of a reply, if it was not done. */
function describeFailure(results: readonly CallResult[], position: number): Pick<FaraLogEntry, 'error' | 'refused'> {
  const failed = results.find(({ call, result }) => call.id.endsWith(`_${position + 1}`) && !result.success);
  if (!failed) return {};
  const { code } = failed.result.metadata;
  const isRefused = code === 'denied' || code === 'needs_approval';
  return { error: failed.result.error ?? 'The action failed.', ...(isRefused ? { refused: true } : {}) };
}

interface ParsedReply {
  thought: string;
  action: string;
  actions: Pick<FaraLogEntry, 'action' | 'parsed_action'>[];
}

/** A model that was asked for thought and action may still reply in its native format. */
function parseReply(text: string, format: 'thought-action' | 'native'): ParsedReply {
  const native = parseNative(text);
  if (format === 'native') return native;
  const thoughtAction = parseThoughtAction(text);
  return thoughtAction.actions.length > 0 || native.actions.length === 0 ? thoughtAction : native;
}

function parseThoughtAction(text: string): ParsedReply {
  const { thought, action, actions } = readThoughtAction(text, thoughtActionNames);
  return {
    thought,
    action,
    actions: actions.map((one) => ({ action: one.text, parsed_action: orNull(() => parseAction(one)) })),
  };
}

function parseNative(text: string): ParsedReply {
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

function orNull(parse: () => Record<string, unknown>): Record<string, unknown> | null {
  try {
    return parse();
  } catch {
    return null; // the model has received the error
  }
}
