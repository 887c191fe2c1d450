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
  | { what: 'data'; element?: ElementId };

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

export interface ReadResults {
  elements: { elements: Element[]; total: number };
  text: { text: string; truncated: boolean };
  html: { html: string; truncated: boolean };
  attributes: { tag: string; attributes: Record<string, string>; text: string };
  markdown: { markdown: string; truncated: boolean };
  data: { blocks: DataBlock[] };
}
export type ReadResult<R extends ReadRequest = ReadRequest> = ReadResults[R['what']];
