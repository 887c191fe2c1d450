import { pageBody, pageRoot } from '../dom/native-document.js';
import { contains, rectOf } from '../dom/native-node.js';
import { queryAll } from '../dom/native-query.js';
import { elementOf, numberOf } from '../dom/node-registry.js';
import type { DataRead, PartsRead, ReadPart, ReadPartRequest } from '../protocol.js';
import { newBudget } from './budget.js';
import { readHtmlParts } from './html.js';
import { readMarkdownParts } from './markdown.js';
import { readData } from './read-data.js';
import { findMatches, isValid } from './read-elements.js';
import { readTextParts } from './text.js';

const maxFrames = 50;

/** Reads the page or an element as text, HTML or Markdown. Frames are given by number, for the driver to read. */
export function readParts({ what, number, css }: ReadPartRequest): PartsRead {
  const element = number === undefined ? undefined : elementOf(number);
  if (number !== undefined && !element) return { ok: false, why: 'stale' };
  if (css !== undefined) return readMatches(what, css);
  const budget = newBudget();
  const root = element ?? pageRoot();
  if (!root) return { ok: true, parts: [], truncated: false };
  const parts =
    what === 'markdown'
      ? readMarkdownParts(element, budget)
      : what === 'html'
        ? readHtmlParts(root, budget)
        : readTextParts(element ?? pageBody() ?? root, budget);
  return { ok: true, parts, truncated: budget.truncated };
}

/** Reads all matches of a selector. A match inside another one is not repeated. */
function readMatches(what: 'text' | 'html' | 'markdown', css: string): PartsRead {
  if (!isValid(css)) return { ok: false, why: 'invalid' };
  const budget = newBudget();
  const parts: ReadPart[] = [];
  let count = 0;
  let last: Element | undefined;
  for (const one of findMatches(css)) {
    if (budget.truncated) break;
    if (!(one instanceof Element)) {
      if (!(last && contains(last, one.frame))) parts.push({ search: numberOf(one.frame) });
      continue;
    }
    count += 1;
    if (last && contains(last, one)) continue;
    last = one;
    if (parts.length > 0) parts.push('\n');
    parts.push(
      ...(what === 'html'
        ? readHtmlParts(one, budget)
        : what === 'text'
          ? readTextParts(one, budget)
          : readMarkdownParts(one, budget)),
    );
  }
  return { ok: true, parts, truncated: budget.truncated, count };
}

/** Reads the structured data of the page or an element. */
export function readBlocks({ number }: { number?: number }): DataRead {
  const element = number === undefined ? undefined : elementOf(number);
  if (number !== undefined && !element) return { ok: false };
  const scope = element ?? document;
  const frames = [...queryAll(scope, 'iframe, frame')].filter((frame) => rectOf(frame).height > 1);
  return { ok: true, blocks: readData(element), frames: frames.slice(0, maxFrames).map(numberOf) };
}
