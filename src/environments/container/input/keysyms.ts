import type { Button, Modifier } from '../../../core/action.js';
import type { KeyChord } from '../../../core/keys.js';

/** What X calls the keys whose names differ from ours. */
const names: Readonly<Record<string, string>> = {
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

/** X's name of a key, or of a character by its number. */
export function keysymOf(key: string): string {
  const name = names[key];
  if (name !== undefined) return name;
  const point = key.codePointAt(0) ?? 0;
  if (key.length > 2 || (key.length === 2 && point < 0x10000)) return key;
  if (/^[a-z0-9]$/i.test(key)) return key;
  // ASCII signs have keys of their own, which X knows by the same number without the U.
  return point < 0x100
    ? `0x${point.toString(16).padStart(2, '0')}`
    : `U${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** With Shift held, the letter is the one without: xdotool would press Shift a second time. */
export function baseKey({ modifiers, key }: KeyChord): string {
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

/** What a wheel is to X: a button for each direction. */
export const wheelNumbers = { up: '4', down: '5', left: '6', right: '7' } as const;

/** xdotool turns NumLock over for a digit of the number pad, and once more only when the next one comes: it is turned back here. */
export function releaseWords(key: string): readonly string[] {
  return /^KP_(?:\d|Decimal)$/.test(key) ? ['keyup', key, 'key', 'Num_Lock'] : ['keyup', key];
}
