/** One key of a US keyboard: its DOM names and the characters it types, alone and with Shift. */
export interface PhysicalKey {
  code: string;
  /** The Windows virtual key code. */
  keyCode: number;
  key: string;
  shifted?: string;
  /** 0 anywhere, 1 left, 2 right, 3 number pad. */
  location: 0 | 1 | 2 | 3;
  text?: string;
}

const letters: PhysicalKey[] = [...'abcdefghijklmnopqrstuvwxyz'].map((key) => ({
  code: `Key${key.toUpperCase()}`,
  keyCode: key.toUpperCase().charCodeAt(0),
  key,
  shifted: key.toUpperCase(),
  location: 0,
  text: key,
}));

const digits: PhysicalKey[] = [...')!@#$%^&*('].map((shifted, digit) => ({
  code: `Digit${digit}`,
  keyCode: 48 + digit,
  key: String(digit),
  shifted,
  location: 0,
  text: String(digit),
}));

const punctuationRows: [code: string, keyCode: number, key: string, shifted: string][] = [
  ['Backquote', 192, '`', '~'],
  ['Minus', 189, '-', '_'],
  ['Equal', 187, '=', '+'],
  ['BracketLeft', 219, '[', '{'],
  ['BracketRight', 221, ']', '}'],
  ['Backslash', 220, '\\', '|'],
  ['Semicolon', 186, ';', ':'],
  ['Quote', 222, "'", '"'],
  ['Comma', 188, ',', '<'],
  ['Period', 190, '.', '>'],
  ['Slash', 191, '/', '?'],
];
const punctuation: PhysicalKey[] = punctuationRows.map(([code, keyCode, key, shifted]) => ({
  code,
  keyCode,
  key,
  shifted,
  location: 0,
  text: key,
}));

/** Keys whose `key` and `code` are the same word. */
const namedRows: [key: string, keyCode: number][] = [
  ['Escape', 27],
  ['Tab', 9],
  ['CapsLock', 20],
  ['Backspace', 8],
  ['Delete', 46],
  ['Insert', 45],
  ['Home', 36],
  ['End', 35],
  ['PageUp', 33],
  ['PageDown', 34],
  ['ArrowLeft', 37],
  ['ArrowUp', 38],
  ['ArrowRight', 39],
  ['ArrowDown', 40],
  ['PrintScreen', 44],
  ['ScrollLock', 145],
  ['NumLock', 144],
  ['Pause', 19],
  ['ContextMenu', 93],
  ['Help', 47],
  ['AudioVolumeMute', 173],
  ['AudioVolumeDown', 174],
  ['AudioVolumeUp', 175],
  ['MediaTrackNext', 176],
  ['MediaTrackPrevious', 177],
  ['MediaStop', 178],
  ['MediaPlayPause', 179],
  ['BrowserBack', 166],
  ['BrowserForward', 167],
  ['BrowserRefresh', 168],
  ['BrowserStop', 169],
  ['BrowserSearch', 170],
  ['BrowserFavorites', 171],
  ['BrowserHome', 172],
];
const named: PhysicalKey[] = [
  ...namedRows.map(([key, keyCode]): PhysicalKey => ({ code: key, keyCode, key, location: 0 })),
  ...Array.from({ length: 24 }, (_, index): PhysicalKey => {
    const key = `F${index + 1}`;
    return { code: key, keyCode: 112 + index, key, location: 0 };
  }),
  { code: 'Enter', keyCode: 13, key: 'Enter', location: 0, text: '\r' },
  { code: 'Space', keyCode: 32, key: ' ', location: 0, text: ' ' },
  { code: 'Lang1', keyCode: 21, key: 'HangulMode', location: 0 },
  { code: 'ControlLeft', keyCode: 17, key: 'Control', location: 1 },
  { code: 'ShiftLeft', keyCode: 16, key: 'Shift', location: 1 },
  { code: 'AltLeft', keyCode: 18, key: 'Alt', location: 1 },
  { code: 'MetaLeft', keyCode: 91, key: 'Meta', location: 1 },
  { code: 'AltRight', keyCode: 225, key: 'AltGraph', location: 2 },
];

/** The main block: a key or character is found here by its `key` or `shifted`. */
export const mainKeys: readonly PhysicalKey[] = [...letters, ...digits, ...punctuation, ...named];

const padRows: [code: string, keyCode: number, key: string][] = [
  ['NumpadDivide', 111, '/'],
  ['NumpadMultiply', 106, '*'],
  ['NumpadSubtract', 109, '-'],
  ['NumpadAdd', 107, '+'],
  ['NumpadDecimal', 110, '.'],
  ['NumpadEqual', 187, '='],
];
/** The number pad, with NumLock on: a key is found here by its `code`. */
export const numpadKeys: readonly PhysicalKey[] = [
  ...Array.from({ length: 10 }, (_, digit): PhysicalKey => {
    const text = String(digit);
    return { code: `Numpad${digit}`, keyCode: 96 + digit, key: text, location: 3, text };
  }),
  ...padRows.map(([code, keyCode, key]): PhysicalKey => ({ code, keyCode, key, location: 3, text: key })),
  { code: 'NumpadEnter', keyCode: 13, key: 'Enter', location: 3, text: '\r' },
];

/**
 * Other spellings of a key, separated by spaces. Case and underscores do not count, so `Page_Down` is `pagedown`.
 * The first spelling of a character is its X11 keysym. The others come from X11 (xdotool), DOM codes, Playwright, pyautogui, macOS and what models write.
 */
export const keyAliases: Readonly<Record<string, string>> = {
  Control: 'ctrl ctl ctrlleft ctrlright controll controlr controlright ctrll ctrlr ⌃',
  Shift: 'shiftl shiftr shiftright shft ⇧',
  Alt: 'option opt optionleft optionright altl altr altright ⌥',
  Meta: 'cmd command commandleft commandright win windows winleft winright super superl superr metal metar metaright os osleft osright gui lwin rwin ⌘',
  AltGraph: 'altgr isolevel3shift modeswitch',
  Enter: 'return ret cr newline linefeed enterkey returnkey ⏎ ↵',
  Escape: 'esc escapekey ⎋',
  Tab: 'tabkey isolefttab ⇥',
  Backspace: 'bksp bkspc bs backspacekey ⌫',
  Delete: 'del kpdelete forwarddelete deletekey ⌦',
  Insert: 'ins kpinsert',
  Home: 'kphome begin',
  End: 'kpend',
  PageUp: 'pgup prior kppageup kpprior pageupkey',
  PageDown: 'pgdn pgdown next kppagedown kpnext pagedn pagedownkey',
  ArrowLeft: 'left leftarrow kpleft arrowl',
  ArrowUp: 'up uparrow kpup arrowu',
  ArrowRight: 'right rightarrow kpright arrowr',
  ArrowDown: 'down downarrow kpdown arrowd',
  CapsLock: 'caps capital',
  NumLock: 'num numericlock kpnumlock',
  ScrollLock: 'scrlock scrolllk',
  PrintScreen: 'print prtsc prtscr prntscrn printscr prtscn snapshot sysreq sysrq',
  Pause: 'break pausebreak',
  ContextMenu: 'menu apps application contextmenukey',
  ' ': 'space spacebar spc spacekey',
  AudioVolumeMute: 'volumemute mute xf86audiomute',
  AudioVolumeDown: 'volumedown voldown xf86audiolowervolume',
  AudioVolumeUp: 'volumeup volup xf86audioraisevolume',
  MediaTrackNext: 'nexttrack xf86audionext medianexttrack',
  MediaTrackPrevious: 'prevtrack previoustrack xf86audioprev mediaprevioustrack mediaprevtrack',
  MediaStop: 'xf86audiostop',
  MediaPlayPause: 'playpause mediaplay xf86audioplay xf86audiopause',
  BrowserBack: 'xf86back',
  BrowserForward: 'xf86forward',
  BrowserRefresh: 'xf86reload xf86refresh browserreload',
  BrowserStop: 'xf86stop',
  BrowserSearch: 'xf86search',
  BrowserFavorites: 'xf86favorites',
  BrowserHome: 'xf86homepage',
  HangulMode: 'hangul hangeul',
  '!': 'exclam exclamation exclamationmark',
  '"': 'quotedbl doublequote',
  '#': 'numbersign hash pound',
  $: 'dollar',
  '%': 'percent',
  '&': 'ampersand',
  "'": 'apostrophe quoteright singlequote',
  '(': 'parenleft leftparen leftparenthesis',
  ')': 'parenright rightparen rightparenthesis',
  '*': 'asterisk star',
  '+': 'plus plussign',
  ',': 'comma',
  '-': 'minus hyphen dash',
  '.': 'period dot fullstop',
  '/': 'slash forwardslash',
  ':': 'colon',
  ';': 'semicolon',
  '<': 'less lessthan',
  '=': 'equal equals equalsign',
  '>': 'greater greaterthan',
  '?': 'question questionmark',
  '@': 'at atsign',
  '[': 'bracketleft leftbracket openbracket',
  '\\': 'backslash',
  ']': 'bracketright rightbracket closebracket',
  '^': 'asciicircum caret circumflex',
  _: 'underscore',
  '`': 'grave quoteleft backtick backquote',
  '{': 'braceleft leftbrace openbrace',
  '|': 'bar pipe verticalbar',
  '}': 'braceright rightbrace closebrace',
  '~': 'asciitilde tilde',
  NumpadEnter: 'kpenter numenter',
  NumpadDivide: 'kpdivide divide',
  NumpadMultiply: 'kpmultiply multiply',
  NumpadSubtract: 'kpsubtract subtract',
  NumpadAdd: 'kpadd add',
  NumpadDecimal: 'kpdecimal kpseparator decimal separator',
  NumpadEqual: 'kpequal',
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, `kp${digit} num${digit}`])),
};

/** Names of the primary modifier: Meta on a Mac, Control elsewhere. */
export const primaryModifierAliases: readonly string[] = [
  'controlormeta',
  'cmdorctrl',
  'cmdorcontrol',
  'commandorcontrol',
  'ctrlorcmd',
  'primary',
  'mod',
];
