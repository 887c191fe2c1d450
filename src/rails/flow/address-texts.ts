/** The parts of an address that can carry data: the query, the path, the fragment, the user, the names below the host's domain. */
export function addressTexts(address: string): string[] {
  if (!URL.canParse(address)) return [address];
  const { username, password, hostname, pathname, searchParams, hash } = new URL(address);
  const below = /^[\d.]+$|^\[/.test(hostname) ? [] : hostname.split('.').slice(0, -2);
  const parts = [
    decode(username),
    decode(password),
    below.join('.'),
    below.join(''),
    ...pathname.split('/').map(decode),
    ...[...searchParams].flat(),
    decode(hash.slice(1)),
  ].filter((part) => part !== '');
  // Data can be split over several parts.
  return [...parts, parts.join(''), [...searchParams.values()].join('')];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that escapes nothing
  }
}
