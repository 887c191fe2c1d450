import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { HandrailError, messageOf } from '../../core/errors.js';
import { presets } from '../../models/chat-completions/presets.js';
import { providers } from '../../models/registry.js';

const loaded = new Set<string>();

/** The keys of models. Everything else in `.env` could run a program or send a key elsewhere: whoever wrote the folder chose it. */
function keyVariables(): Set<string> {
  return new Set([
    ...providers.flatMap(({ apiKeyVariables }) => apiKeyVariables),
    ...presets.map(({ apiKeyVariable }) => apiKeyVariable),
    'FARA_AZURE_API_KEY',
    'UI_TARS_API_KEY',
  ]);
}

/** Takes the keys of models from `.env` in the working folder, once. Existing environment variables keep their values. `warn` names what is ignored. */
export function loadDotEnv(warn: (text: string) => void = (text) => process.stderr.write(`${text}\n`)): void {
  const path = resolve('.env');
  if (loaded.has(path) || !existsSync(path)) return;
  loaded.add(path);
  const keys = keyVariables();
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(readVariables(path))) {
    if (keys.has(name)) process.env[name] ??= value;
    else if (process.env[name] === undefined) ignored.push(name);
  }
  if (ignored.length > 0) warn(`The file .env sets only keys of models. Ignored: ${ignored.map(quote).join(', ')}.`);
}

function readVariables(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new HandrailError(
      'invalid_option',
      `The .env file cannot be read: ${messageOf(error)}`,
      'Write it as NAME=value lines.',
    );
  }
}

/** A name in the file can contain control characters of the terminal. */
function quote(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
