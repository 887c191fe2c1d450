import { z } from 'zod';
import { secretFieldKinds } from '../../core/secrets/secret-filler.js';
import { isOriginPattern } from './origin-pattern.js';

const text = z.string().min(1);

/** Where the value of a secret is read. Exactly one of these. */
const sources = {
  /** The value itself. Only in an object that a program passes, not in a file. */
  value: text.optional(),
  /** The name of an environment variable. */
  env: text.optional(),
  /** The path of a file, relative to the secrets file. */
  file: text.optional(),
  /** A program and its arguments. It prints the value. */
  command: z.array(text).min(1).optional(),
  /** The keychain of the system: `secret-tool` on Linux, `security` on macOS. */
  keychain: z.strictObject({ service: text, account: text }).optional(),
  /** A reference of 1Password: `op://vault/item/field`. */
  op: z.string().startsWith('op://').optional(),
  /** An item of Bitwarden. */
  bw: z.strictObject({ item: text, field: z.enum(['password', 'username', 'totp']).default('password') }).optional(),
};

export const sourceNames = ['value', 'env', 'file', 'command', 'keychain', 'op', 'bw'] as const;

export const secretSchema = z
  .strictObject({
    ...sources,
    /** The pages that may receive it: `https://shop.example`, `https://*.shop.example`. */
    origins: z.array(text.refine(isOriginPattern, 'is not an origin such as https://shop.example')).min(1).optional(),
    /** The kinds of fields that may receive it. Default: all of them. */
    fields: z.array(z.enum(secretFieldKinds)).min(1).optional(),
    /** The value is the key of one-time codes: an `otpauth://totp/` URL, or base32. The reference stands for the current code. */
    totp: z.boolean().optional(),
  })
  .refine((secret) => sourceNames.filter((name) => secret[name] !== undefined).length === 1, {
    error: `needs exactly one of ${sourceNames.slice(1).join(', ')}`,
  })
  .refine(({ origins }) => origins !== undefined, { error: 'needs origins: the pages that may receive it' });

export const secretName = /^[A-Za-z_][\w-]*$/;

export const secretsSchema = z.record(z.string().regex(secretName, 'is not a name of a secret'), secretSchema);

/** One secret: where it is read, and where it may be typed. */
export type SecretDefinition = z.infer<typeof secretSchema>;
/** Secrets by their names. */
export type SecretDefinitions = z.infer<typeof secretsSchema>;
