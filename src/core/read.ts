import type { Element, ElementId } from './element.js';

/** A request to read without changing anything. `element` or `css` selects what to read. Default: the whole page. */
export type ReadRequest =
  /** The elements that a CSS selector matches, in document order, in frames and open shadow roots too. */
  | { what: 'elements'; css: string }
  /** The visible text. */
  | { what: 'text'; element?: ElementId; css?: string }
  | { what: 'html'; element?: ElementId; css?: string }
  | { what: 'attributes'; element: ElementId }
  /** The main content as Markdown, without menus and footers. With `element`: all of its content. */
  | { what: 'markdown'; element?: ElementId }
  /** The structured data: tables, lists, definition lists, forms, JSON-LD, microdata. */
  | { what: 'data'; element?: ElementId }
  /** The clipboard text of a desktop. */
  | { what: 'clipboard' }
  /** The desktop programs that have windows or can be started. */
  | { what: 'apps' };

/** One set of structured data. */
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

/** A desktop program. `windows` is empty if it is not running or shows none. */
export interface AppInfo {
  app: string;
  windows: { title: string; active: boolean }[];
  /** The argument of `launch`, if the program can be started. */
  launch?: string;
}

export interface ReadResults {
  elements: { elements: Element[]; total: number };
  text: { text: string; truncated: boolean };
  html: { html: string; truncated: boolean };
  /** `widget`: the combobox around an editable field, or the visible widget that took the place of a hidden native list. */
  attributes: { tag: string; attributes: Record<string, string>; text: string; widget?: ElementId };
  markdown: { markdown: string; truncated: boolean };
  data: { blocks: DataBlock[] };
  clipboard: { text: string };
  apps: { apps: AppInfo[] };
}
export type ReadResult<R extends ReadRequest = ReadRequest> = ReadResults[R['what']];
