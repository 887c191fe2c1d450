/** When a page requested each URL, without query and fragment. */
export interface UrlHistory {
  /** Adds a request. Returns whether the same URL was requested shortly before. */
  add(url: string, at: number): boolean;
  /** Whether the URL was requested at least twice shortly before `since`: the page polls it. */
  isPolled(url: string, since: number): boolean;
  remove(url: string, at: number): void;
  clear(): void;
}

const recentMs = 10_000;
const maxTimesPerUrl = 4;

export function createUrlHistory(maxUrls: number): UrlHistory {
  const timesByUrl = new Map<string, number[]>();
  return {
    add(url, at) {
      const key = withoutQuery(url);
      const times = timesByUrl.get(key) ?? [];
      const isRepeated = at - (times.at(-1) ?? Number.NEGATIVE_INFINITY) < recentMs;
      timesByUrl.set(key, [...times, at].slice(-maxTimesPerUrl));
      for (const oldest of timesByUrl.keys()) {
        if (timesByUrl.size <= maxUrls) break;
        timesByUrl.delete(oldest);
      }
      return isRepeated;
    },
    isPolled(url, since) {
      const times = timesByUrl.get(withoutQuery(url)) ?? [];
      return times.filter((time) => time < since && since - time < recentMs).length >= 2;
    },
    remove(url, at) {
      const key = withoutQuery(url);
      const times = timesByUrl.get(key)?.filter((time) => time !== at);
      if (times) timesByUrl.set(key, times);
    },
    clear: () => timesByUrl.clear(),
  };
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
