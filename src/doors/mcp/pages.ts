import { randomBytes } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';

/** Texts that were too long for one result, stored so that clients can read the rest. */
export interface Pages {
  /** The first page of a text. Stores the text if it has more pages. */
  firstPage(text: string): Page;
  /** Stores a text and returns the cursor of its first page. */
  store(text: string): string;
  /** The page at a cursor. Throws `not_found` if the text is no longer stored. */
  pageAt(cursor: string): Page;
}

export interface Page {
  text: string;
  /** The cursor of the next page. */
  next?: string;
  /** The cursor of this page. */
  here?: string;
}

const pageLength = 20_000;
const maxTexts = 8;
const maxCharacters = 1_500_000;

export function createPages(): Pages {
  const texts = new Map<string, string>();

  /** Stores a text. Drops the oldest ones if there are too many. */
  function store(text: string): string {
    const id = randomBytes(6).toString('base64url');
    texts.set(id, text);
    let total = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [oldest, { length }] of texts) {
      if (texts.size <= maxTexts && (total <= maxCharacters || oldest === id)) break;
      texts.delete(oldest);
      total -= length;
    }
    return id;
  }

  function cutPage(id: string, text: string, start: number): Page {
    const end = endOfPage(text, start);
    return {
      text: text.slice(start, end),
      here: `${id}.${start}`,
      ...(end < text.length ? { next: `${id}.${end}` } : {}),
    };
  }

  return {
    store: (text) => `${store(text)}.0`,
    firstPage: (text) => (text.length <= pageLength ? { text } : cutPage(store(text), text, 0)),
    pageAt(cursor) {
      const [, id = '', offset = ''] = /^([\w-]{1,20})\.(\d{1,9})$/.exec(cursor) ?? [];
      const text = texts.get(id);
      if (text !== undefined && Number(offset) < text.length) return cutPage(id, text, Number(offset));
      throw new HandrailError(
        'not_found',
        `There is no text at the cursor "${cursor.slice(0, 40)}".`,
        `The server stores only the last ${maxTexts} long results: call the tool again.`,
      );
    },
  };
}

/** Ends a page after its last full line. Cuts within a line only if the line is longer than half a page. */
function endOfPage(text: string, start: number): number {
  if (text.length - start <= pageLength) return text.length;
  const line = text.lastIndexOf('\n', start + pageLength - 1) + 1;
  if (line > start + pageLength / 2) return line;
  const last = text.charCodeAt(start + pageLength - 1);
  const isHalfCharacter = last >= 0xd800 && last <= 0xdbff;
  return start + pageLength - (isHalfCharacter ? 1 : 0);
}
