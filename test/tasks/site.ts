/** A small site: its pages by path. The first segment of a URL is the id of the visitor, the second the name of the site. */
export interface Site {
  name: string;
  pages: Record<string, string | ((visit: Visit) => string | Answer)>;
}

/** A request for a page. */
export interface Visit {
  query: URLSearchParams;
  fields: Record<string, string>;
  /** The events of this visitor so far. */
  events: Entry[];
  note(event: string, detail?: unknown): void;
}

export interface Answer {
  status?: number;
  redirect?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** An event that the page or the server recorded. */
export interface Entry {
  event: string;
  detail: unknown;
}

const logger = `
  function log(event, detail) {
    const base = location.pathname.split('/').slice(0, 3).join('/');
    fetch(base + '/log', { method: 'POST', keepalive: true, body: JSON.stringify({ event, detail }) });
  }`;

/** A document whose scripts can call `log(event, detail)`. */
export function page(parts: { title: string; style?: string; body: string; script?: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${parts.title}</title>
<style>body { font: 15px/1.45 sans-serif; margin: 20px; } ${parts.style ?? ''}</style>
<script>${logger}</script></head>
<body>${parts.body}<script>${parts.script ?? ''}</script></body></html>`;
}
