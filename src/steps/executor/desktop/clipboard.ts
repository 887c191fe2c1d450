import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf, Value } from '../../instruction.js';
import { resolveValue } from '../../resolver/resolve-value.js';

export function isClipboard(phrase: string): boolean {
  return /^(?:what\s+is\s+(?:on|in)\s+)?(?:the\s+)?(?:text\s+(?:on|in)\s+the\s+)?clipboard(?:'s\s+text)?$/iu.test(
    phrase.trim(),
  );
}

export async function* setClipboard(state: ExecutionState, value: Value, clause: string): Execution {
  const text = await resolveValue(state, value);
  yield* performCall(state, clause, 'Writing the text to the clipboard.', { tool: 'write_clipboard', input: { text } });
}

export async function* readClipboard(state: ExecutionState, { question, clause }: InstructionOf<'answer'>): Execution {
  const read = yield* performCall(state, clause, 'Reading the clipboard.', { tool: 'read_clipboard', input: {} });
  const data = read?.result.data;
  const text = typeof data === 'object' && data !== null && 'text' in data ? String(data.text) : '';
  state.copiedText = text;
  state.answers.push({ question, value: text });
}
