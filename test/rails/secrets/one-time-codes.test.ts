import { describe, expect, it } from 'vitest';
import { nextOneTimeCode } from '../../../src/rails/secrets/one-time-codes.js';
import { readTotpKey, totpCode, windowAt } from '../../../src/rails/secrets/totp.js';

const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
};
const digits = '12345678901234567890';
const keys = {
  SHA1: base32(digits),
  SHA256: base32(digits + digits.slice(0, 12)),
  SHA512: base32(digits.repeat(3) + digits.slice(0, 4)),
};

describe('One-time codes', () => {
  // The test vectors of RFC 6238, appendix B.
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('at %i seconds are those of the standard', (seconds, ...expected) => {
    const codes = (['SHA1', 'SHA256', 'SHA512'] as const).map((algorithm) => {
      const key = readTotpKey(
        `otpauth://totp/Shop:ada?secret=${keys[algorithm]}&algorithm=${algorithm}&digits=8&issuer=Shop`,
      );
      return totpCode(key, windowAt(key, seconds * 1_000));
    });
    expect(codes).toEqual(expected);
  });

  it('take the key alone, with spaces and in lower case, and have six digits', () => {
    const key = readTotpKey(keys.SHA1.toLowerCase().replace(/.{4}/g, '$& '));
    expect(totpCode(key, windowAt(key, 59_000))).toBe('287082');
  });

  it.each([
    'otpauth://hotp/x?secret=AAAA',
    'otpauth://totp/x?secret=',
    'not base32!',
    'otpauth://totp/x?secret=AAAA&digits=20',
    'otpauth://totp/x?secret=AAAA&algorithm=MD5',
  ])('refuse the key %s without quoting it', (text) => {
    expect(() => readTotpKey(text)).toThrow(expect.objectContaining({ code: 'secret_unavailable' }));
    expect(() => readTotpKey(text)).not.toThrow(text);
  });

  it('are never used twice: the next one waits for the next window', async () => {
    const key = `otpauth://totp/x?secret=${base32('used once only')}&period=1`;
    const first = await nextOneTimeCode(key);
    first.markUsed();
    const second = await nextOneTimeCode(key);
    expect(second.code).not.toBe(first.code);
  });

  it('that expire in less than 5 seconds are not given', async () => {
    const key = `otpauth://totp/x?secret=${base32('nearly over')}`;
    const cancelled = AbortSignal.timeout(50);
    await expect(nextOneTimeCode(key, cancelled, () => 25_001)).rejects.toMatchObject({ code: 'cancelled' });
    expect((await nextOneTimeCode(key, undefined, () => 25_000)).code).toMatch(/^\d{6}$/);
  });
});
