import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';

const loaded = new Set<string>();

/** Loads `.env` from the working folder once. Existing environment variables keep their values. */
export function loadDotEnv(): void {
  const path = resolve('.env');
  if (loaded.has(path) || !existsSync(path)) return;
  loaded.add(path);
  try {
    process.loadEnvFile(path);
  } catch (error) {
    throw new HandrailError(
      'invalid_option',
      `The .env file cannot be read: ${messageOf(error)}`,
      'Write it as NAME=value lines.',
    );
  }
}
