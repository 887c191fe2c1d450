/** The URL for what a user would type into an address bar: a URL, a host, words to search for, or a path relative to `base`. */
export function resolveUrl(text: string, base?: string): string {
  const typed = text.trim();
  const isRelative = /^(?:\/|\.{1,2}\/|[?#])\S*$/.test(typed);
  if (base !== undefined && /^https?:/i.test(base) && isRelative && URL.canParse(typed, base))
    return new URL(typed, base).href;
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[\w.-]+:\d+(\/|$)/.test(typed);
  if (hasScheme) return typed;
  if (/\s/.test(typed) || typed === '') return searchUrl(typed);
  return `https://${typed}`;
}

const defaultSearchUrl = 'https://www.bing.com/search?q={query}';

/** The URL of a web search: `{query}` in the URL of the engine is replaced by the query. Default engine: HANDRAIL_SEARCH, or Bing. */
export function searchUrl(query: string, engine = process.env.HANDRAIL_SEARCH || defaultSearchUrl): string {
  return engine.replace('{query}', encodeURIComponent(query));
}
