import { HandrailError } from '../../core/errors.js';
import type { SecretFiller, SecretPlace } from '../../core/secrets/secret-filler.js';
import { replaceSecretNames } from '../../core/secrets/secret-reference.js';
import { loadSecrets, type SecretsSource } from './load-secrets.js';
import { nextOneTimeCode, type OneTimeCode } from './one-time-codes.js';
import { matchesOrigin } from './origin-pattern.js';
import type { SecretDefinition } from './schema.js';
import { readSecret } from './sources/read-secret.js';

/** The values of some secrets, ready to be typed. */
export interface OpenedSecrets extends SecretFiller {
  /** Every text that must not be shown: the values, and the keys of one-time codes. */
  readonly hidden: readonly string[];
}

/** The secrets of a session. Their values are read when they are used first. */
export interface Vault {
  readonly names: readonly string[];
  /** Reads the values of these secrets, and waits for a one-time code that can be used. Throws HandrailError for an unknown name. */
  open(names: readonly string[], signal?: AbortSignal): Promise<OpenedSecrets>;
}

interface Opened {
  definition: SecretDefinition;
  value: string;
  code?: OneTimeCode;
}

/** Creates a vault. Throws HandrailError if the definitions are not valid. */
export function createVault(source: SecretsSource): Vault {
  const definitions = new Map(Object.entries(loadSecrets(source)));
  const values = new Map<string, string>();

  async function read(name: string, definition: SecretDefinition, signal: AbortSignal | undefined): Promise<Opened> {
    const known = values.get(name) ?? (await readSecret(name, definition, signal));
    values.set(name, known);
    if (!definition.totp) return { definition, value: known };
    const code = await nextOneTimeCode(known, signal);
    return { definition, value: code.code, code };
  }

  return {
    names: [...definitions.keys()],
    async open(names, signal) {
      const opened = new Map<string, Opened>();
      for (const name of names) {
        const definition = definitions.get(name);
        if (!definition) throw unknownSecret(name, [...definitions.keys()]);
        if (!opened.has(name)) opened.set(name, await read(name, definition, signal));
      }
      return {
        hidden: [...opened.values()].map(({ value }) => value).concat(names.flatMap((name) => values.get(name) ?? [])),
        fill(text, place) {
          for (const [name, { definition }] of opened) checkPlace(name, definition, place);
          return replaceSecretNames(text, (name) => {
            const secret = opened.get(name);
            if (!secret) throw unknownSecret(name, names);
            secret.code?.markUsed();
            return secret.value;
          });
        },
      };
    },
  };
}

export function unknownSecret(name: string, names: readonly string[]): HandrailError {
  const hint =
    names.length > 0
      ? `Known secrets: ${names.join(', ')}.`
      : 'Define it in a secrets file, and pass the file as the option secrets or with --secrets.';
  return new HandrailError('unknown_secret', `There is no secret ${name}. Nothing was typed.`, hint);
}

/** Throws `secret_refused` unless the secret may be typed there. */
function checkPlace(name: string, { origins = [], fields }: SecretDefinition, place: SecretPlace): void {
  const { origin, kind, unsuitable = 'this is no field for a secret' } = place;
  if (!origins.some((pattern) => matchesOrigin(pattern, origin)))
    throw refused(name, `this field belongs to ${origin}`, `It may be typed only on ${origins.join(', ')}.`);
  if (!kind) throw refused(name, unsuitable, 'Type it into a text, password, email, telephone or one-time-code field.');
  if (fields && !fields.includes(kind))
    throw refused(name, `this is a ${kind} field`, `It may be typed into: ${fields.join(', ')}.`);
}

function refused(name: string, problem: string, hint: string): HandrailError {
  return new HandrailError('secret_refused', `The secret ${name} was not typed: ${problem}.`, hint);
}
