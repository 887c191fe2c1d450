import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { saveWithKeys } from '../../packs/files/save.js';
import { pressKey } from '../element-calls.js';

const shortcuts: Readonly<Record<string, string>> = {
  save: 'Control+S',
  undo: 'Control+Z',
  redo: 'Control+Shift+Z',
  copy: 'Control+C',
  paste: 'Control+V',
  cut: 'Control+X',
};

/** "Save it", "Undo": presses the common shortcut. Returns undefined for "Click Save" and other names. */
export function pressShortcut(
  state: ExecutionState,
  { target, clause }: InstructionOf<'click'>,
): Execution | undefined {
  const name = target.trim().toLowerCase();
  const keys = shortcuts[name];
  if (!keys || /^(?:click|press|tap|hit|push)\b/iu.test(clause.trim())) return undefined;
  return name === 'save' ? saveWithKeys(state, clause) : pressKey(state, clause, `"${clause}" is ${keys}.`, keys);
}

/** Whether "Paste it" means the clipboard, because the task itself copied no text. */
export function isPaste({ copiedText }: ExecutionState, { value, target, clause }: InstructionOf<'type'>): boolean {
  const isPronoun = value.kind === 'remembered' && value.key === '';
  return isPronoun && target === undefined && copiedText === undefined && /^paste\b/iu.test(clause.trim());
}
