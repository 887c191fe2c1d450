import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';

/** A token created for one server, in a file that only its owner can read. */
export interface CreatedToken {
  token: string;
  path: string;
  remove(): void;
}

/** Creates a token and stores it under HANDRAIL_HOME. */
export function createToken(port: number, home: string = process.env.HANDRAIL_HOME || '.handrail'): CreatedToken {
  const token = randomBytes(32).toString('base64url');
  const folder = resolve(home);
  const path = join(folder, `mcp-token-${port}`);
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' }); // a new file, so that the mode applies
  } catch (cause) {
    throw new HandrailError(
      'invalid_option',
      `The token file cannot be written: ${messageOf(cause)}`,
      'Set --token or HANDRAIL_MCP_TOKEN, or set HANDRAIL_HOME to a writable folder.',
      { cause },
    );
  }
  return { token, path, remove: () => rmSync(path, { force: true }) };
}
