const anySubdomain = /^([a-z][a-z\d+.-]*:\/\/)\*\.(.+)$/i;

/** An origin, or one whose host begins with `*.` for all subdomains. */
export function isOriginPattern(pattern: string): boolean {
  const plain = pattern.replace(anySubdomain, '$1$2');
  if (!URL.canParse(plain)) return false;
  const { origin, pathname, search, hash, username, password, protocol } = new URL(plain);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return (
    isWeb && origin !== 'null' && `${pathname}${search}${hash}${username}${password}` === '/' && !plain.includes('*')
  );
}

/** Whether an origin is the one of the pattern. `*.` does not stand for the domain itself. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  const wildcard = anySubdomain.exec(pattern);
  if (!wildcard) return new URL(pattern).origin === given.origin;
  const base = new URL(`${wildcard[1]}${wildcard[2]}`);
  return base.protocol === given.protocol && base.port === given.port && given.hostname.endsWith(`.${base.hostname}`);
}
