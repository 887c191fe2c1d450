import { readFile } from 'node:fs/promises';

export interface Cookie {
  name: string;
  data: string;
}

const noCookie: Cookie = { name: '', data: '' };
const cookieName = 'MIT-MAGIC-COOKIE-1';

/** Reads the cookie of a display from an Xauthority file. An empty cookie when there is no file, or no entry for this display. */
export async function readCookie(file: string | undefined, display: string): Promise<Cookie> {
  if (!file) return noCookie;
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const number = /:(\d+)/.exec(display)?.[1];
  const entry = parseEntries(bytes).find(
    (one) => one.name === cookieName && (one.display === '' || one.display === number),
  );
  return entry ? { name: entry.name, data: entry.data } : noCookie;
}

/** An entry is a family (two bytes), then address, display, name and data, each with its length before it. */
function parseEntries(bytes: Buffer): (Cookie & { display: string })[] {
  const entries: (Cookie & { display: string })[] = [];
  let offset = 0;
  const next = (): string | undefined => {
    if (offset + 2 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(offset);
    if (offset + 2 + length > bytes.length) return undefined;
    const text = bytes.toString('latin1', offset + 2, offset + 2 + length);
    offset += 2 + length;
    return text;
  };
  while (offset + 2 <= bytes.length) {
    offset += 2;
    const [, display, name, data] = [next(), next(), next(), next()];
    if (display === undefined || name === undefined || data === undefined) break;
    entries.push({ display, name, data });
  }
  return entries;
}
