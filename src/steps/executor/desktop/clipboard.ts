import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf, Value } from '../../instruction.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import type { Step } from '../../step.js';

export function isClipboard(phrase: string): boolean {
  return /^(?:what\s+is\s+(?:on|in)\s+)?(?:the\s+)?(?:text\s+(?:on|in)\s+the\s+)?clipboard(?:'s\s+text)?$/iu.test(
    phrase.trim(),
  );
}

export async function* setClipboard(step: Step, value: Value): Execution {
  const text = await resolveValue(step, value);
  yield* performCall(step, 'Writing the text to the clipboard.', 'write_clipboard', { text });
}

export async function* readClipboard(step: Step, { question }: InstructionOf<'answer'>): Execution {
  const read = yield* performCall(step, 'Reading the clipboard.', 'read_clipboard');
  const data = read?.result.data;
  const text = typeof data === 'object' && data !== null && 'text' in data ? String(data.text) : '';
  step.discourse.copied = text;
  step.report.answers.push({ question, value: text });
}
