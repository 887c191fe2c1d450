import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

const anyAddress = 0xffff;
const protocol = 'MIT-MAGIC-COOKIE-1';

/** Writes an Xauthority file with a new cookie. It is valid for any display, because the number is not known yet. */
export async function writeAuthority(path: string): Promise<void> {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyAddress);
  const empty = Buffer.alloc(0);
  const fields = [empty, empty, Buffer.from(protocol), randomBytes(16)].map(prefixLength);
  await writeFile(path, Buffer.concat([family, ...fields]), { mode: 0o600, flag: 'wx' });
}

function prefixLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
