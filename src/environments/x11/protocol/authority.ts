import { readFile } from 'node:fs/promises';

export interface Cookie {
  name: string;
  data: string;
}

const noCookie: Cookie = { name: '', data: '' };
const kind = 'MIT-MAGIC-COOKIE-1';

/** The cookie for a display from an Xauthority file. An empty one where there is no file, or none for this display in it. */
export async function readCookie(file: string | undefined, display: string): Promise<Cookie> {
  if (!file) return noCookie;
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const number = /:(\d+)/.exec(display)?.[1];
  const fitting = entries(bytes).find(
    (entry) => entry.name === kind && (entry.display === '' || entry.display === number),
  );
  return fitting ? { name: fitting.name, data: fitting.data } : noCookie;
}

/** A family (two bytes), then address, display, name and data, each with its length before it. */
function entries(bytes: Buffer): (Cookie & { display: string })[] {
  const found: (Cookie & { display: string })[] = [];
  let at = 0;
  const next = (): string | undefined => {
    if (at + 2 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at);
    if (at + 2 + length > bytes.length) return undefined;
    const text = bytes.toString('latin1', at + 2, at + 2 + length);
    at += 2 + length;
    return text;
  };
  while (at + 2 <= bytes.length) {
    at += 2;
    const [, display, name, data] = [next(), next(), next(), next()];
    if (display === undefined || name === undefined || data === undefined) break;
    found.push({ display, name, data });
  }
  return found;
}
