import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HandrailError } from '../../core/errors.js';

/** A token that was made for one server, and the file that only its owner can read. */
export interface MadeToken {
  token: string;
  path: string;
  remove(): void;
}

/** Makes a token and writes it down under HANDRAIL_HOME. */
export function makeToken(port: number, home: string = process.env.HANDRAIL_HOME || '.handrail'): MadeToken {
  const token = randomBytes(32).toString('base64url');
  const folder = resolve(home);
  const path = join(folder, `mcp-token-${port}`);
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' }); // made by us, so that its mode is ours
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new HandrailError(
      'invalid_option',
      `The token cannot be written down: ${why}`,
      'Give one with --token or HANDRAIL_MCP_TOKEN, or set HANDRAIL_HOME to a folder that can be written to.',
      { cause },
    );
  }
  return { token, path, remove: () => rmSync(path, { force: true }) };
}
