import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf, Value } from '../../instruction.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import type { Step } from '../../step.js';
import { pressKey } from '../element-calls.js';
import { saveWithKeys } from './files.js';

const shortcuts: Readonly<Record<string, string>> = {
  save: 'Control+S',
  undo: 'Control+Z',
  redo: 'Control+Shift+Z',
  copy: 'Control+C',
  paste: 'Control+V',
  cut: 'Control+X',
};

/** "Save it", "Undo": presses the common shortcut. Returns undefined for "Click Save" and other names. */
export function pressShortcut(step: Step, { target }: InstructionOf<'click'>): Execution | undefined {
  const name = target.trim().toLowerCase();
  const keys = shortcuts[name];
  if (!keys || /^(?:click|press|tap|hit|push)\b/iu.test(step.clause.trim())) return undefined;
  return name === 'save' ? saveWithKeys(step) : pressKey(step, `"${step.clause}" is ${keys}.`, keys);
}

/** Whether "Paste it" means the clipboard, because the task itself copied no text. */
export function isPaste({ discourse, clause }: Step, { value, target }: InstructionOf<'type'>): boolean {
  const isPronoun = value.kind === 'remembered' && value.key === '';
  return isPronoun && target === undefined && discourse.copied === undefined && /^paste\b/iu.test(clause.trim());
}

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
