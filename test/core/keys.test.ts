import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { keyDefinition, parseKeySequence, parseKeys } from '../../src/core/keys/keys.js';
import { isLongJob } from '../support/sample.js';

const spelled: Record<string, string[]> = {
  'Control+C': [
    'ctrl+c',
    'Control+C',
    'CTRL-C',
    'ctl+c',
    'Control_L+c',
    'ctrl + c',
    'Ctrl+KeyC',
    'c+ctrl',
    '⌃+c',
    'ctrl+ctrl+c',
  ],
  'Control+Shift+T': ['Control+Shift+T', 'shift+ctrl+t', 'ctrl-shift-t', 'ctrl+shift-t', 'Shift_R+Control_R+T'],
  'Alt+ArrowLeft': ['alt+left', 'alt-left', 'option+ArrowLeft', 'opt+arrow_left', 'Alt_L+Left'],
  'Control+Alt+Delete': ['ctrl+alt+del', 'ctrl-alt-delete', 'Delete+Alt+Control'],
  'Meta+L': ['cmd+l', 'command+l', 'win+l', 'windows+L', 'super+l', 'Super_L+l', 'meta+l', 'os+l', '⌘+L'],
  'Control++': ['ctrl++', 'ctrl+plus', 'ctrl + +', 'Control++', 'ctrl-plus'],
  'Control+-': ['ctrl+-', 'ctrl--', 'ctrl+minus', 'Control+-'],
  'Control+0': ['ctrl+0', 'ctrl-0', 'control+Digit0'],
  'Control+Space': ['ctrl+space', 'ctrl+ ', 'Control+Space'],
  'Control+Shift': ['ctrl+shift', 'shift+ctrl'],
  'Shift+Tab': ['shift+tab', 'Shift-Tab', 'shift+ISO_Left_Tab'],
  'Control+Enter': ['ctrl+return', 'ctrl+Enter', 'CTRL+RETURN'],
  Control: ['Control', 'ctrl', 'Control_R', 'ControlLeft', 'ctrl+ctrl'],
  Shift: ['shift', 'Shift_L', 'ShiftRight'],
  Alt: ['alt', 'option', 'opt', 'Alt_R'],
  Meta: ['meta', 'cmd', 'command', 'win', 'windows', 'super', 'Super_L', 'os', 'MetaLeft'],
  AltGraph: ['AltGr', 'ISO_Level3_Shift'],
  Enter: ['Return', 'Enter', 'RETURN', 'enter', '\n', '\r', '⏎'],
  Escape: ['Escape', 'esc', 'ESC'],
  Tab: ['Tab', '\t'],
  Backspace: ['BackSpace', 'backspace', 'Back_Space'],
  Delete: ['Delete', 'del', 'KP_Delete'],
  Insert: ['Insert', 'ins'],
  Home: ['Home', 'KP_Home'],
  End: ['End'],
  PageDown: ['Page_Down', 'PgDn', 'pagedown', 'Next', 'page down', 'page-down', 'PAGEDOWN'],
  PageUp: ['Page_Up', 'PgUp', 'Prior'],
  ArrowUp: ['ArrowUp', 'Up', 'arrow_up', 'up arrow', 'UP', 'KP_Up'],
  Space: ['space', ' ', 'Spacebar', 'SPACE'],
  '+': ['plus', '+'],
  '-': ['minus', '-'],
  '!': ['exclam', '!'],
  '/': ['slash', '/'],
  _: ['underscore', '_'],
  NumpadEnter: ['KP_Enter', 'NumpadEnter'],
  Numpad0: ['KP_0', 'numpad0', 'Numpad0', 'num0'],
  NumpadAdd: ['KP_Add', 'add'],
  F1: ['F1', 'f1'],
  F24: ['F24'],
  CapsLock: ['Caps_Lock', 'caps lock', 'capslock'],
  NumLock: ['Num_Lock'],
  PrintScreen: ['Print', 'PrintScreen', 'prtsc'],
  ContextMenu: ['Menu', 'apps', 'ContextMenu'],
  AudioVolumeUp: ['VolumeUp', 'XF86AudioRaiseVolume', 'AudioVolumeUp'],
  MediaPlayPause: ['playpause', 'XF86AudioPlay'],
  a: ['a', 'KeyA'],
  A: ['A'],
  é: ['é'],
  '😀': ['😀'],
  '€': ['€', 'U20AC', 'U+20AC'],
};

describe('parseKeys', () => {
  it.each(Object.entries(spelled))('%s', (normal, all) => {
    for (const spelling of all) expect(parseKeys(spelling, false).canonical, spelling).toBe(normal);
  });

  it('parses chords', () => {
    expect(parseKeys('shift+ctrl+T')).toEqual({
      modifiers: ['Control', 'Shift'],
      key: 'T',
      canonical: 'Control+Shift+T',
    });
    expect(parseKeys('ctrl+C').key).toBe('c');
    expect(parseKeys('shift+1')).toEqual({ modifiers: ['Shift'], key: '!', canonical: 'Shift+1' });
    expect(parseKeys('shift+!')).toEqual(parseKeys('shift+1'));
    expect(parseKeys('ctrl+shift++')).toEqual({
      modifiers: ['Control', 'Shift'],
      key: '+',
      canonical: 'Control+Shift+=',
    });
    expect(parseKeys('shift+Numpad0').key).toBe('Numpad0');
    expect(parseKeys('C')).toEqual({ modifiers: [], key: 'C', canonical: 'C' });
    expect(parseKeys('ctrl+space')).toEqual({ modifiers: ['Control'], key: ' ', canonical: 'Control+Space' });
    expect(parseKeys('Control')).toEqual({ modifiers: [], key: 'Control', canonical: 'Control' });
  });

  it('gives the primary modifier of the platform', () => {
    for (const name of ['ControlOrMeta', 'CmdOrCtrl', 'CommandOrControl']) {
      expect(parseKeys(`${name}+a`, true).canonical).toBe('Meta+A');
      expect(parseKeys(`${name}+a`, false).canonical).toBe('Control+A');
    }
  });

  it.each([
    ['Entr', 'Enter'],
    ['Escpae', 'Escape'],
    ['ctrl+pagdown', 'PageDown'],
    ['contorl+c', 'Control'],
    ['Arow_Left', 'ArrowLeft'],
    ['ctrl c', 'ctrl+c'],
  ])('%s is unknown, and the error names %s', (spelling, suggestion) => {
    const error = failure(() => parseKeys(spelling));
    expect(error.code).toBe('unknown_key');
    expect(error.hint).toContain(suggestion);
  });

  it.each([
    '',
    '  ',
    'ctrl+',
    '+ctrl',
    '++',
    'a+b',
    'F25',
    'hello',
    '\u0000',
    '\ud800',
    'ctrl+\u0001',
    'ctrl+++',
    'U110000',
  ])('%j is unknown', (spelling) => {
    expect(failure(() => parseKeys(spelling)).code).toBe('unknown_key');
  });

  const words = [...Object.values(spelled).flat(), 'Entr', '-', '+', '_', ' ', 'ctrl', 'cmdorctrl'];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('ctrl', 'a', '+', '-', '_', ' ', 'shift', 'Up', '1', '\ud83d') }),
    fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((parts) => parts.join('+')),
  );

  it('parses any text or throws unknown_key, and a canonical spelling is stable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const chord = attempt(() => parseKeys(text));
        if (!chord) return;
        expect(parseKeys(chord.canonical)).toEqual(chord);
        expect(parseKeySequence(chord.canonical)).toEqual([chord]);
      }),
      { numRuns: isLongJob ? 5_000 : 1_000 },
    );
  });

  it('parses any sequence or throws unknown_key', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (texts) => {
        const chords = attempt(() => parseKeySequence(texts.join(' ')));
        if (!chords) return;
        expect(
          parseKeySequence(chords.map(({ canonical: normal }) => normal).join(' ')).map(
            ({ canonical: normal }) => normal,
          ),
        ).toEqual(chords.map(({ canonical: normal }) => normal));
      }),
      { numRuns: isLongJob ? 2_000 : 400 },
    );
  });
});

describe('parseKeySequence', () => {
  it.each([
    ['ctrl+a delete', ['Control+A', 'Delete']],
    ['ctrl + a   delete', ['Control+A', 'Delete']],
    ['Down Down Return', ['ArrowDown', 'ArrowDown', 'Enter']],
    ['ctrl++ ctrl+-', ['Control++', 'Control+-']],
    ['page down', ['PageDown']],
    [' ', ['Space']],
    ['g i', ['g', 'i']],
  ])('%s', (spelling, normals) => {
    expect(parseKeySequence(spelling).map(({ canonical: normal }) => normal)).toEqual(normals);
  });

  it('names the part that is unknown', () => {
    expect(failure(() => parseKeySequence('ctrl+a Delet')).message).toContain('Delet');
  });
});

describe('keyDefinition', () => {
  it('covers all printable ASCII', () => {
    for (let point = 32; point < 127; point++) {
      const character = String.fromCharCode(point);
      const definition = keyDefinition(character);
      expect(definition, character).toMatchObject({ key: character, text: character, location: 0 });
      expect(definition?.code).toBeTruthy();
      expect(definition?.keyCode).toBeGreaterThan(0);
    }
  });

  it('has a definition for every key that has a name', () => {
    for (const all of Object.values(spelled)) {
      for (const spelling of all) {
        const { key } = parseKeys(spelling);
        if ((key.codePointAt(0) ?? 0) > 127) continue;
        expect(keyDefinition(key), key).toBeDefined();
      }
    }
  });

  it('knows shifted characters, the number pad and key locations', () => {
    expect(keyDefinition('a')).toMatchObject({ code: 'KeyA', keyCode: 65, text: 'a', shifted: 'A', needsShift: false });
    expect(keyDefinition('A')).toMatchObject({ code: 'KeyA', keyCode: 65, text: 'A', needsShift: true });
    expect(keyDefinition('?')).toMatchObject({ code: 'Slash', keyCode: 191, text: '?', needsShift: true });
    expect(keyDefinition('Numpad0')).toMatchObject({ key: '0', code: 'Numpad0', keyCode: 96, location: 3, text: '0' });
    expect(keyDefinition('NumpadEnter')).toMatchObject({ key: 'Enter', location: 3, text: '\r' });
    expect(keyDefinition('Enter')).toMatchObject({ keyCode: 13, text: '\r' });
    expect(keyDefinition('F24')).toMatchObject({ code: 'F24', keyCode: 135 });
    expect(keyDefinition('Control')).toMatchObject({ code: 'ControlLeft', keyCode: 17, location: 1 });
    expect(keyDefinition('Escape')?.text).toBeUndefined();
  });

  it('has none for characters that are inserted as text', () => {
    for (const character of ['é', '😀', '€', '中']) expect(keyDefinition(character)).toBeUndefined();
  });
});

function failure(run: () => unknown): HandrailError {
  try {
    run();
  } catch (error) {
    if (error instanceof HandrailError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'unknown_key') return undefined;
    throw error;
  }
}
