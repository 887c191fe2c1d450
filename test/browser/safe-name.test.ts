import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '../../src/environments/browser/tabs/safe-file-name.js';
import { isLongJob } from '../support/sample.js';

const free = () => false;

describe('safeFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../x', 'x'],
    ['..\\..\\evil.exe', 'evil.exe'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Windows\\system32\\a.dll', 'a.dll'],
    ['C:evil.txt', 'C_evil.txt'],
    ['name/', 'name'],
    ['..', 'download'],
    ['', 'download'],
    ['   ', 'download'],
    ['.bashrc', 'bashrc'],
    ['-rf', 'rf'],
    ['--help.txt', 'help.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['NUL .txt', '_NUL .txt'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['lpt9', '_lpt9'],
    ['COM¹', '_COM¹'],
    ['console.log', 'console.log'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['trailing. . .', 'trailing'],
    ['a<b>c:d"e|f?g*h.txt', 'a_b_c_d_e_f_g_h.txt'],
    ['été 中文 👨‍👩‍👧.png', 'été 中文 👨‍👩‍👧.png'],
    ['bad\ud800.txt', 'bad_.txt'],
  ])('%j becomes %j', (suggested, name) => {
    expect(safeFileName(suggested, free)).toBe(name);
  });

  it('cuts long names and keeps the extension', () => {
    expect(safeFileName(`${'x'.repeat(300)}.pdf`, free)).toBe(`${'x'.repeat(116)}.pdf`);
    expect(safeFileName(`${'é'.repeat(300)}.tar.gz`, free)).toBe(`${'é'.repeat(56)}.tar.gz`);
    expect(safeFileName(`a.${'x'.repeat(300)}`, free)).toBe(`a.${'x'.repeat(118)}`);
  });

  it('numbers duplicates, inside the limit', () => {
    const names = new Set<string>();
    const next = (suggested: string) => {
      const name = safeFileName(suggested, (candidate) => names.has(candidate));
      names.add(name);
      return name;
    };
    expect([next('a.txt'), next('a.txt'), next('x/a.txt')]).toEqual(['a.txt', 'a (2).txt', 'a (3).txt']);
    expect([next('b.tar.gz'), next('b.tar.gz')]).toEqual(['b.tar.gz', 'b (2).tar.gz']);
    next(`${'x'.repeat(300)}.pdf`);
    expect(next(`${'x'.repeat(300)}.pdf`)).toBe(`${'x'.repeat(112)} (2).pdf`);
  });

  it('throws if every name is taken', () => {
    expect(() => safeFileName('a', () => true)).toThrow('10000');
  });

  const piece = fc.constantFrom(
    'a',
    '.',
    '-',
    ' ',
    '/',
    '\\',
    '..',
    'CON',
    'nul',
    '\u202e',
    '\u0000',
    '\ud800',
    'é',
    '👍',
    'txt',
    '\u3000',
    '\ufeff',
  );
  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: piece, maxLength: 80 }),
    fc
      .array(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }))
      .map((parts) => parts.join('.')),
  );

  it('never returns a path or a reserved name', () => {
    fc.assert(
      fc.property(anyName, fc.nat({ max: 3 }), (suggested, takes) => {
        let left = takes;
        const name = safeFileName(suggested, () => left-- > 0);
        expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(name).not.toMatch(/^[.\-\s]|[.\s]$|^$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
        if (takes === 0) expect(safeFileName(name, free)).toBe(name);
      }),
      { numRuns: isLongJob ? 5_000 : 1_000 },
    );
  });
});
