import type { Element, ElementId } from './element.js';

/** Something to be read from a page without changing it. `element` or `css` names a part; without one, the whole page is read. */
export type ReadRequest =
  /** The elements that a CSS selector matches, in document order, in frames and open shadow roots too. */
  | { what: 'elements'; css: string }
  /** The words a person would read there. */
  | { what: 'text'; element?: ElementId; css?: string }
  | { what: 'html'; element?: ElementId; css?: string }
  | { what: 'attributes'; element: ElementId }
  /** The main content as Markdown, without menus and footers; of a part, all of it. */
  | { what: 'markdown'; element?: ElementId }
  /** What the page holds in an ordered form: tables, lists, definition lists, forms, JSON-LD, microdata. */
  | { what: 'data'; element?: ElementId }
  /** The text on the clipboard of a desktop. */
  | { what: 'clipboard' }
  /** The programs of a desktop: those that have windows, and those that could be started. */
  | { what: 'apps' };

/** One set of data found on a page. */
export type DataBlock =
  | { kind: 'table'; caption?: string; headers: string[]; rows: string[][]; element?: ElementId }
  | { kind: 'list'; heading?: string; items: string[]; element?: ElementId }
  | { kind: 'pairs'; heading?: string; pairs: [label: string, value: string][]; element?: ElementId }
  | {
      kind: 'form';
      heading?: string;
      fields: { label: string; name?: string; value: string | boolean }[];
      element?: ElementId;
    }
  | { kind: 'json-ld'; value: unknown }
  | { kind: 'microdata'; type?: string; properties: Record<string, string[]> };

/** A program of a desktop. `windows` is empty while it is not running or shows none. */
export interface AppFacts {
  app: string;
  windows: { title: string; active: boolean }[];
  /** What `launch` takes, when it can be started. */
  launch?: string;
}

export interface ReadResults {
  elements: { elements: Element[]; total: number };
  text: { text: string; truncated: boolean };
  html: { html: string; truncated: boolean };
  attributes: { tag: string; attributes: Record<string, string>; text: string };
  markdown: { markdown: string; truncated: boolean };
  data: { blocks: DataBlock[] };
  clipboard: { text: string };
  apps: { apps: AppFacts[] };
}
export type ReadResult<R extends ReadRequest = ReadRequest> = ReadResults[R['what']];
