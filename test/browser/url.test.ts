import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeUrl } from '../../src/core/url.js';
import { HandrailError } from '../../src/index.js';

describe('normalizeUrl', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['example.com', 'https://example.com/'],
    ['example.com:8080/path', 'https://example.com:8080/path'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['127.0.0.1:9/x', 'http://127.0.0.1:9/x'],
    ['[::1]:80/', 'http://[::1]/'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['about:blank', 'about:blank'],
    ['  https://example.com ', 'https://example.com/'],
  ])('%s is read as %s', (typed, url) => expect(normalizeUrl(typed)).toBe(url));

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc/hostname',
    'chrome://version',
    'view-source:https://a.b',
    'ftp://a.b',
    'http://',
    '',
    'two words',
    'mailto:a@b.c',
    'about:config',
    'blob:https://a.b/1',
  ])('%j is refused with a sentence', (typed) => {
    expect(() => normalizeUrl(typed)).toThrow(
      expect.objectContaining({ code: 'bad_url', hint: expect.stringContaining('https') }),
    );
  });

  it('returns only http, https, data or about:blank', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (typed) => {
        try {
          expect(normalizeUrl(typed)).toMatch(/^(https?:\/\/|data:|about:blank$)/);
        } catch (error) {
          expect(error).toBeInstanceOf(HandrailError);
        }
      }),
    );
  });
});
