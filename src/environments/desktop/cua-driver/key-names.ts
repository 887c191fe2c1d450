import type { Modifier } from '../../../core/action.js';
import type { KeyChord } from '../../../core/keys/keys.js';

const metaName = { darwin: 'cmd', win32: 'win' }[process.platform as string] ?? 'super';

/** Keys whose driver name is not the lower-case key name. */
const keyNames: Readonly<Record<string, string>> = {
  Enter: 'return',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ' ': 'space',
  Delete: process.platform === 'darwin' ? 'forwarddelete' : 'delete',
  Meta: metaName,
  Control: 'ctrl',
};

const modifierNames: Readonly<Record<Modifier, string>> = {
  Control: 'ctrl',
  Shift: 'shift',
  Alt: process.platform === 'darwin' ? 'option' : 'alt',
  Meta: metaName,
};

export function toDriverModifiers(modifiers: readonly Modifier[]): string[] {
  return modifiers.map((modifier) => modifierNames[modifier]);
}

/** The driver's names for a chord. */
export function toDriverKeys({ key, modifiers }: KeyChord): { modifiers: string[]; key: string } {
  const name = /^Numpad(\d)$/.exec(key)?.[1] ?? key;
  return {
    modifiers: toDriverModifiers(modifiers),
    key: keyNames[name] ?? (name.length > 1 ? name.toLowerCase() : name),
  };
}
