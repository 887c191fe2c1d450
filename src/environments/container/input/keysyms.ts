import type { Button, Modifier } from '../../../core/action.js';
import type { KeyChord } from '../../../core/keys/keys.js';

/** X keysym names of keys whose names differ from ours. */
const keysymNames: Readonly<Record<string, string>> = {
  ' ': 'space',
  Enter: 'Return',
  Backspace: 'BackSpace',
  PageUp: 'Prior',
  PageDown: 'Next',
  ArrowLeft: 'Left',
  ArrowUp: 'Up',
  ArrowRight: 'Right',
  ArrowDown: 'Down',
  CapsLock: 'Caps_Lock',
  NumLock: 'Num_Lock',
  ScrollLock: 'Scroll_Lock',
  PrintScreen: 'Print',
  ContextMenu: 'Menu',
  Control: 'Control_L',
  Shift: 'Shift_L',
  Alt: 'Alt_L',
  Meta: 'Super_L',
  AltGraph: 'ISO_Level3_Shift',
  Help: '0xff6a', // xdotool takes the name for its command `help`
  HangulMode: 'Hangul',
  AudioVolumeMute: 'XF86AudioMute',
  AudioVolumeDown: 'XF86AudioLowerVolume',
  AudioVolumeUp: 'XF86AudioRaiseVolume',
  MediaTrackNext: 'XF86AudioNext',
  MediaTrackPrevious: 'XF86AudioPrev',
  MediaStop: 'XF86AudioStop',
  MediaPlayPause: 'XF86AudioPlay',
  BrowserBack: 'XF86Back',
  BrowserForward: 'XF86Forward',
  BrowserRefresh: 'XF86Refresh',
  BrowserStop: 'XF86Stop',
  BrowserSearch: 'XF86Search',
  BrowserFavorites: 'XF86Favorites',
  BrowserHome: 'XF86HomePage',
  NumpadDivide: 'KP_Divide',
  NumpadMultiply: 'KP_Multiply',
  NumpadSubtract: 'KP_Subtract',
  NumpadAdd: 'KP_Add',
  NumpadDecimal: 'KP_Decimal',
  NumpadEqual: 'KP_Equal',
  NumpadEnter: 'KP_Enter',
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, `KP_${digit}`])),
};

/** The X keysym of a key or a character. */
export function keysymOf(key: string): string {
  const name = keysymNames[key];
  if (name !== undefined) return name;
  const point = key.codePointAt(0) ?? 0;
  if (key.length > 2 || (key.length === 2 && point < 0x10000)) return key;
  if (/^[a-z0-9]$/i.test(key)) return key;
  // X knows Latin-1 characters by their code without the U.
  return point < 0x100
    ? `0x${point.toString(16).padStart(2, '0')}`
    : `U${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The keysym of a chord's key. With Shift it is the lower-case letter: xdotool would press Shift again for the upper case. */
export function chordKeysym({ modifiers, key }: KeyChord): string {
  return keysymOf(modifiers.includes('Shift') && /^[A-Z]$/.test(key) ? key.toLowerCase() : key);
}

export const modifierKeys: Readonly<Record<Modifier, string>> = {
  Control: 'Control_L',
  Shift: 'Shift_L',
  Alt: 'Alt_L',
  Meta: 'Super_L',
};

export const buttonNumbers: Readonly<Record<Button, string>> = {
  left: '1',
  middle: '2',
  right: '3',
  back: '8',
  forward: '9',
};

/** X reports a wheel as one button per direction. */
export const wheelNumbers = { up: '4', down: '5', left: '6', right: '7' } as const;

/** The xdotool commands that release a key. For a keypad digit xdotool toggles NumLock and leaves it so; this toggles it back. */
export function releaseCommands(key: string): readonly string[] {
  return /^KP_(?:\d|Decimal)$/.test(key) ? ['keyup', key, 'key', 'Num_Lock'] : ['keyup', key];
}
