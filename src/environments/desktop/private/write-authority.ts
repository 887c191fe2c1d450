import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

const anyAddress = 0xffff;
const protocol = 'MIT-MAGIC-COOKIE-1';

/** Writes the file with a new cookie that a display asks its programs for. It names no display, because the number is not known yet. */
export async function writeAuthority(path: string): Promise<void> {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyAddress);
  const nothing = Buffer.alloc(0);
  const fields = [nothing, nothing, Buffer.from(protocol), randomBytes(16)].map(withLength);
  await writeFile(path, Buffer.concat([family, ...fields]), { mode: 0o600, flag: 'wx' });
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
