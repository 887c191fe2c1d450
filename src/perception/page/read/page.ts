import type { DataRead, PartsRead, ReadPart, ReadPartRequest } from '../../page-protocol.js';
import { contains, rectOf } from '../dom.js';
import { pageBody, pageRoot } from '../own-document.js';
import { queryAll } from '../query.js';
import { elementOf, numberOf } from '../registry.js';
import { newBudget } from './budget.js';
import { readData } from './data.js';
import { isValid, matches } from './elements.js';
import { htmlParts } from './html.js';
import { markdownParts } from './markdown.js';
import { textParts } from './text.js';

/** Reads a part as text, HTML or Markdown. Frames in it are named by their numbers: their own documents tell what they hold. */
export function readParts({ what, number, css }: ReadPartRequest): PartsRead {
  const element = number === undefined ? undefined : elementOf(number);
  if (number !== undefined && !element) return { ok: false, why: 'stale' };
  if (css !== undefined) return readMatches(what, css);
  const budget = newBudget();
  const root = element ?? pageRoot();
  if (!root) return { ok: true, parts: [], truncated: false };
  const parts =
    what === 'markdown'
      ? markdownParts(element, budget)
      : what === 'html'
        ? htmlParts(root, budget)
        : textParts(element ?? pageBody() ?? root, budget);
  return { ok: true, parts, truncated: budget.truncated };
}

/** All that a selector matches, one after the other; what lies inside another match is not told twice. */
function readMatches(what: 'text' | 'html' | 'markdown', css: string): PartsRead {
  if (!isValid(css)) return { ok: false, why: 'invalid' };
  const budget = newBudget();
  const parts: ReadPart[] = [];
  let count = 0;
  let last: Element | undefined;
  for (const one of matches(css)) {
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
        ? htmlParts(one, budget)
        : what === 'text'
          ? textParts(one, budget)
          : markdownParts(one, budget)),
    );
  }
  return { ok: true, parts, truncated: budget.truncated, count };
}

export function readBlocks({ number }: { number?: number }): DataRead {
  const element = number === undefined ? undefined : elementOf(number);
  if (number !== undefined && !element) return { ok: false };
  const scope = element ?? document;
  const frames = [...queryAll(scope, 'iframe, frame')].filter((frame) => rectOf(frame).height > 1);
  return { ok: true, blocks: readData(element), frames: frames.slice(0, 50).map(numberOf) };
}
