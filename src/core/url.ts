import { HandrailError } from './errors.js';

const hint = 'Use an http or https URL, such as https://example.com/path.';

/** The full URL of what a user types: `example.com` is https, `localhost:3000` is http. Throws `bad_url` for other schemes. */
export function normalizeUrl(text: string): string {
  const typed = text.trim();
  const url = parse(hasScheme(typed) ? typed : `${isLocal(typed) ? 'http' : 'https'}://${typed}`);
  if (!url) throw new HandrailError('bad_url', `${JSON.stringify(text.slice(0, 200))} is not a URL.`, hint);
  if (url.href === 'about:blank' || url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'data:')
    return url.href;
  throw new HandrailError('bad_url', `URLs with the scheme ${url.protocol} are not supported.`, hint);
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

const maxShortLength = 60;

/** Host and path of a URL, cut to one line. */
export function shortUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return (parsed && `${parsed.host}${parsed.pathname}`.slice(0, maxShortLength)) || url.slice(0, maxShortLength);
}
