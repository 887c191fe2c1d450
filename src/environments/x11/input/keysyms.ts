import { x11 } from '../protocol/x11-package.js';

/** X keysyms by the key names of Handrail. */
const namedKeysyms: Record<string, number> = {
  Enter: 0xff0d,
  Escape: 0xff1b,
  Tab: 0xff09,
  Backspace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  Home: 0xff50,
  End: 0xff57,
  PageUp: 0xff55,
  PageDown: 0xff56,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  CapsLock: 0xffe5,
  NumLock: 0xff7f,
  ScrollLock: 0xff14,
  PrintScreen: 0xff61,
  Pause: 0xff13,
  ContextMenu: 0xff67,
  Help: 0xff6a,
  Control: 0xffe3,
  Shift: 0xffe1,
  Alt: 0xffe9,
  Meta: 0xffeb,
  AltGraph: 0xfe03,
  HangulMode: 0xff31,
  AudioVolumeMute: 0x1008ff12,
  AudioVolumeDown: 0x1008ff11,
  AudioVolumeUp: 0x1008ff13,
  MediaTrackNext: 0x1008ff17,
  MediaTrackPrevious: 0x1008ff16,
  MediaStop: 0x1008ff15,
  MediaPlayPause: 0x1008ff14,
  BrowserBack: 0x1008ff26,
  BrowserForward: 0x1008ff27,
  BrowserRefresh: 0x1008ff29,
  BrowserStop: 0x1008ff28,
  BrowserSearch: 0x1008ff1b,
  BrowserFavorites: 0x1008ff30,
  BrowserHome: 0x1008ff18,
  NumpadEnter: 0xff8d,
  NumpadDivide: 0xffaf,
  NumpadMultiply: 0xffaa,
  NumpadSubtract: 0xffad,
  NumpadAdd: 0xffab,
  NumpadDecimal: 0xffae,
  NumpadEqual: 0xffbd,
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, 0xffb0 + digit])),
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, 0xffbe + index])),
};

let legacyKeysyms: Map<string, number[]> | undefined;

/** Keysyms from before Unicode, which many layouts still use. */
function legacyKeysymsOf(character: string): number[] {
  if (!legacyKeysyms) {
    legacyKeysyms = new Map();
    for (const { code, description } of Object.values(x11.keySyms)) {
      const described = /^\((.)\) /su.exec(description ?? '')?.[1];
      if (!described || code >= 0x1000000) continue;
      legacyKeysyms.set(described, [...(legacyKeysyms.get(described) ?? []), code]);
    }
  }
  return legacyKeysyms.get(character) ?? [];
}

/** The keysyms of a key or a character. The first one is for a spare key. */
export function keysymsOf(key: string): number[] {
  const named = namedKeysyms[key];
  if (named !== undefined) return [named];
  if (key === '\n' || key === '\r') return [0xff0d];
  if (key === '\t') return [0xff09];
  const point = key.codePointAt(0) ?? 0;
  const isLatin1 = (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff);
  const keysym = isLatin1 ? point : 0x1000000 + point;
  return [keysym, ...legacyKeysymsOf(key).filter((legacy) => legacy !== keysym)];
}
