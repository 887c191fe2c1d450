import { createHmac } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';

/** The key and the settings of time-based one-time codes (RFC 6238). */
export interface TotpKey {
  key: Buffer;
  algorithm: 'sha1' | 'sha256' | 'sha512';
  digits: number;
  periodSeconds: number;
}

const algorithms = ['sha1', 'sha256', 'sha512'] as const;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Reads an `otpauth://totp/` URL, or a key in base32. Throws HandrailError, never with the key in its text. */
export function readTotpKey(text: string): TotpKey {
  if (!text.trim().toLowerCase().startsWith('otpauth:'))
    return { key: decodeBase32(text), algorithm: 'sha1', digits: 6, periodSeconds: 30 };
  if (!URL.canParse(text.trim())) throw invalidKey('is not a URL');
  const { host, searchParams } = new URL(text.trim());
  if (host !== 'totp') throw invalidKey('is not of the type totp');
  const asked = (searchParams.get('algorithm') ?? 'SHA1').toLowerCase().replace('-', '');
  const algorithm = algorithms.find((one) => one === asked);
  if (!algorithm) throw invalidKey(`has an algorithm other than ${algorithms.join(', ')}`);
  return {
    key: decodeBase32(searchParams.get('secret') ?? ''),
    algorithm,
    digits: readNumber(searchParams.get('digits') ?? '6', 'digits', 6, 8),
    periodSeconds: readNumber(searchParams.get('period') ?? '30', 'period', 1, 300),
  };
}

/** The number of the time window that contains a moment. */
export function windowAt({ periodSeconds }: TotpKey, nowMs: number): number {
  return Math.floor(nowMs / 1_000 / periodSeconds);
}

/** The code of a time window. */
export function totpCode({ key, algorithm, digits }: TotpKey, window: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(window));
  const hash = createHmac(algorithm, key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function readNumber(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidKey(`has a value of ${name} that is not a whole number from ${min} to ${max}`);
}

function decodeBase32(text: string): Buffer {
  const clean = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  if (clean === '' || [...clean].some((sign) => !alphabet.includes(sign))) throw invalidKey('has no key in base32');
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const sign of clean) {
    value = ((value << 5) | alphabet.indexOf(sign)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function invalidKey(problem: string): HandrailError {
  return new HandrailError(
    'secret_unavailable',
    `The key of the one-time codes ${problem}.`,
    'Pass otpauth://totp/Label?secret=BASE32&algorithm=SHA1&digits=6&period=30, or the key in base32.',
  );
}
