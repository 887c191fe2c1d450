import { HandrailError } from '../../core/errors.js';

const hint = 'Give an http or https address, such as https://example.com/path.';

/** The address a person means: `example.com` is https, `localhost:3000` is http. Throws `bad_url` for what no page may be opened from. */
export function readAddress(text: string): string {
  const typed = text.trim();
  const url = parse(hasScheme(typed) ? typed : `${isLocal(typed) ? 'http' : 'https'}://${typed}`);
  if (!url) throw new HandrailError('bad_url', `${JSON.stringify(text.slice(0, 200))} is not an address.`, hint);
  if (url.href === 'about:blank' || url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'data:')
    return url.href;
  throw new HandrailError('bad_url', `Addresses of the kind ${url.protocol} are not opened.`, hint);
}

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text);
}

function isLocal(text: string): boolean {
  return /^(localhost|[\w-]+\.localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.)/i.test(text);
}

function parse(text: string): URL | undefined {
  if (/\s/.test(text) && !text.startsWith('data:')) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** An address as it is told in a line: host and path. */
export function shortAddress(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`.slice(0, 60) || url.slice(0, 60);
  } catch (error) {
    if (error instanceof TypeError) return url.slice(0, 60);
    throw error;
  }
}
