import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { HandrailError } from '../core/errors.js';

const loaded = new Set<string>();

/** Reads `.env` of the working folder, once. What the environment says already stays as it is. */
export function loadDotEnv(): void {
  const path = resolve('.env');
  if (loaded.has(path) || !existsSync(path)) return;
  loaded.add(path);
  try {
    process.loadEnvFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError('invalid_option', `The .env file cannot be read: ${why}`, 'Write it as NAME=value lines.');
  }
}

const secretNames = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?)(?:_|$)/i;

/** Values of the environment that must never be written down. */
export function environmentSecrets(): string[] {
  return Object.entries(process.env)
    .filter(([name, value]) => secretNames.test(name) && value !== undefined && value.length >= 6)
    .map(([, value]) => value ?? '');
}
