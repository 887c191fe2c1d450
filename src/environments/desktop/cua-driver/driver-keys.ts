import type { Modifier } from '../../../core/action.js';
import type { KeyChord } from '../../../core/keys.js';

/** Keys that the driver calls otherwise than by their lower-case name. */
const names: Readonly<Record<string, string>> = {
  Enter: 'return',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ' ': 'space',
  Delete: process.platform === 'darwin' ? 'forwarddelete' : 'delete',
  Meta: metaName(),
  Control: 'ctrl',
};

const modifierNames: Readonly<Record<Modifier, string>> = {
  Control: 'ctrl',
  Shift: 'shift',
  Alt: process.platform === 'darwin' ? 'option' : 'alt',
  Meta: metaName(),
};

function metaName(): string {
  if (process.platform === 'darwin') return 'cmd';
  return process.platform === 'win32' ? 'win' : 'super';
}

export function driverModifiers(modifiers: readonly Modifier[]): string[] {
  return modifiers.map((modifier) => modifierNames[modifier]);
}

/** A chord in the driver's words: the modifiers, then the key. */
export function driverKeys({ key, modifiers }: KeyChord): { modifiers: string[]; key: string } {
  const plain = /^Numpad(\d)$/.exec(key)?.[1] ?? key;
  return {
    modifiers: driverModifiers(modifiers),
    key: names[plain] ?? (plain.length > 1 ? plain.toLowerCase() : plain),
  };
}
