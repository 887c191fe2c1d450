import { randomBytes } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';

/** Texts that were too long for one answer, kept so that the rest can be asked for. */
export interface Pages {
  /** The first page of a text; what is left over is kept. */
  first(text: string): Page;
  /** Keeps a text and says where it begins. */
  keep(text: string): string;
  /** The page at a cursor. Throws `not_found` when it is not kept any more. */
  at(cursor: string): Page;
}

export interface Page {
  text: string;
  /** Where the next page begins. */
  next?: string;
  /** Where this one begins. */
  here?: string;
}

const pageLength = 20_000;
const mostTexts = 8;
const mostCharacters = 1_500_000;

export function createPages(): Pages {
  const texts = new Map<string, string>();

  function keep(text: string): string {
    const id = randomBytes(6).toString('base64url');
    texts.set(id, text);
    let total = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [old, { length }] of texts) {
      if (texts.size <= mostTexts && (total <= mostCharacters || old === id)) break;
      texts.delete(old);
      total -= length;
    }
    return id;
  }

  function cut(id: string, text: string, from: number): Page {
    const to = endOfPage(text, from);
    return {
      text: text.slice(from, to),
      here: `${id}.${from}`,
      ...(to < text.length ? { next: `${id}.${to}` } : {}),
    };
  }

  return {
    keep: (text) => `${keep(text)}.0`,
    first: (text) => (text.length <= pageLength ? { text } : cut(keep(text), text, 0)),
    at(cursor) {
      const [, id = '', offset = ''] = /^([\w-]{1,20})\.(\d{1,9})$/.exec(cursor) ?? [];
      const text = texts.get(id);
      if (text !== undefined && Number(offset) < text.length) return cut(id, text, Number(offset));
      throw new HandrailError(
        'not_found',
        `There is nothing at the cursor "${cursor.slice(0, 40)}".`,
        `Only the last ${mostTexts} long answers are kept: call the tool again.`,
      );
    },
  };
}

/** After the last line that fits; in the middle of a line only where the line is longer than half a page. */
function endOfPage(text: string, from: number): number {
  if (text.length - from <= pageLength) return text.length;
  const line = text.lastIndexOf('\n', from + pageLength - 1) + 1;
  if (line > from + pageLength / 2) return line;
  const last = text.charCodeAt(from + pageLength - 1);
  return from + pageLength - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
}
