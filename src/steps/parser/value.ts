import type { Value } from '../instruction.js';
import { asPhrase, asValue, isQuoted, type Masked } from './mask.js';

const remembered = /^(?:the\s+)?(?:remembered|saved|stored|noted|copied)\s+(.+)$/iu;
const pronoun =
  /^(?:it|that|this|them|that (?:word|value|text|number)|this (?:word|value|text|number)|the (?:copied )?(?:word|value|text|result)|the clipboard)$/iu;
const reading =
  /^(?:the\s+)?(?:values?|text|content|contents|number|name)\s+(?:of|in|from|for|that corresponds (?:with|to)|next to|beside|shown in|displayed in)\s+(.+)$/iu;
const described =
  /^the\s+(?:total|sum|answer|solution|(?:text|words?|number|value|code|letters|characters)\s+(?:below|above|shown|displayed|on\s+the\s+(?:left|right|page|screen|image|picture)))\b/iu;
/** "the phone number of Ann from the table": what the page says, not these words. */
const fact = /^the\s+\P{Co}+?\s+(?:of|from)\s+\P{Co}+$/iu;
const source = /\s+from\s+(?:the|this)\s+(?:table|page|list|screen)$/iu;
const lead =
  /^(?:the\s+)?(?:text|value|word|words|string|phrase|message|number|following text|following|sentence|command|formula|line)\s*:?\s+(?=[\ue100-\uf0ff])|^(?:the\s+)?(?:formula\s+(?==)|(?:value|number|date|time|year|amount)\s+(?=[-+]?\d))/iu;
/** The lead of "the word hello". "the text below" is not one: it is read from the page. */
const plainLead =
  /^the\s+(?:text|words?|sentence|phrase|string|letters?)\s+(?!(?:below|above|shown|displayed|of|in|from|on|at|that|which|you|and|next|beside)\b)(?=\S)/iu;
const casing = /\s+in\s+(?:all\s+)?(upper|lower|capital)(?:\s|-)?(?:case)?(?:\s+letters)?$/iu;

/** The value of a masked text that is to be typed. */
export function readValue(piece: string, masked: Masked): Value {
  const cased = casing.exec(piece);
  if (cased) {
    const text = asValue(masked, piece.slice(0, cased.index).replace(lead, ''));
    return { kind: 'text', text: cased[1]?.toLowerCase() === 'lower' ? text.toLowerCase() : text.toUpperCase() };
  }
  const bare = piece.trim().replace(lead, '');
  if (isQuoted(masked, bare)) return { kind: 'text', text: asValue(masked, bare) };
  if (pronoun.test(bare)) return { kind: 'remembered', key: '' };
  const memory = remembered.exec(bare);
  if (memory) return { kind: 'remembered', key: asValue(masked, memory[1] ?? '') };
  if ([reading, described, fact].some((form) => form.test(bare)))
    return { kind: 'read', question: asPhrase(masked, bare.replace(source, '')) };
  return { kind: 'text', text: asValue(masked, bare.replace(plainLead, '')) };
}
