import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction, Value } from '../../instruction.js';
import { valueText } from '../browser/fields.js';

export function isClipboard(phrase: string): boolean {
  return /^(?:what\s+is\s+(?:on|in)\s+)?(?:the\s+)?(?:text\s+(?:on|in)\s+the\s+)?clipboard(?:'s\s+text)?$/iu.test(
    phrase.trim(),
  );
}

export async function* setClipboard(world: ExecutionState, value: Value, words: string): Script {
  const text = await valueText(world, value);
  yield* perform(world, words, 'Putting it on the clipboard.', { tool: 'write_clipboard', input: { text } });
}

export async function* readClipboard(
  world: ExecutionState,
  { question, words }: Extract<Instruction, { do: 'answer' }>,
): Script {
  const read = yield* perform(world, words, 'Reading the clipboard.', { tool: 'read_clipboard', input: {} });
  const data = read?.result.data;
  const text = typeof data === 'object' && data !== null && 'text' in data ? String(data.text) : '';
  world.copied = text;
  world.answers.push({ question, value: text });
}
