import type { Execution } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { saveWithKeys } from '../../packs/files/save.js';
import type { Step } from '../../step.js';
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
