import { attributeOf, tagOf } from '../dom.js';
import { shownText } from '../naming/name-text.js';
import { ariaRole } from '../naming/roles.js';
import { collapse, flatChildren } from '../tree.js';
import { type Budget, isSpent, spend } from './budget.js';
import { tickMarkdown } from './checkbox-markdown.js';
import { isUnseen, showsWords, visibleLetters } from './shown.js';
import { isButton, valueIn } from './text.js';

/** Words in a line as Markdown: links, emphasis, code and pictures. */

const longestAddress = 500;

export function inlineMarkdown(nodes: Iterable<Node>, style: CSSStyleDeclaration, budget: Budget): string {
  let text = '';
  for (const node of nodes) {
    if (budget.truncated) break;
    if (node instanceof Text) {
      if (showsWords(style))
        text += spend(budget, shownText(visibleLetters(node.data).replace(/\s+/g, ' '), style.textTransform));
    } else if (node instanceof Element) text += inlineElement(node, budget);
  }
  return text;
}

function inlineElement(element: Element, budget: Budget): string {
  if (isSpent(budget)) return '';
  const style = getComputedStyle(element);
  if (isUnseen(element, style)) return '';
  const tick = tickMarkdown(element);
  if (tick !== undefined) return spend(budget, tick);
  if (isButton(element)) return '';
  if (tagOf(element) === 'BR') return '\n';
  if (tagOf(element) === 'IMG' || ariaRole(element) === 'image') return pictureMarkdown(element);
  const value = valueIn(element);
  if (value !== undefined) return value ? ` ${value} ` : '';
  budget.depth += 1;
  const text = inlineMarkdown(flatChildren(element), style, budget);
  budget.depth -= 1;
  const gap = style.display === 'inline' || style.display === 'contents' ? '' : ' ';
  return gap + decorate(element, text) + gap;
}

function decorate(element: Element, text: string): string {
  switch (tagOf(element)) {
    case 'A':
      return linkMarkdown(element, text);
    case 'STRONG':
    case 'B':
      return around(text, '**');
    case 'EM':
    case 'I':
      return around(text, '*');
    case 'DEL':
    case 'S':
      return around(text, '~~');
    case 'CODE':
    case 'KBD':
    case 'SAMP':
      return around(text, text.includes('`') ? '``' : '`');
    case 'SUP':
      return /^\s*\d+\s*$/.test(text) ? `^${text.trim()}` : text;
    default:
      return text;
  }
}

/** Marks stand at the words, not at the spaces around them. */
function around(text: string, mark: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return words && !words.includes('\n\n') ? before + mark + words + mark + after : text;
}

export function linkMarkdown(element: Element, text: string): string {
  const address = addressOf(element);
  const words = text.trim();
  if (!words || !address || /\]\(/.test(words.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))) return text;
  const [, before = '', , after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return `${before}[${words.replace(/\s+/g, ' ')}](${address})${after}`;
}

/** Where a link leads: nothing for one that stays on the page or runs code. */
export function addressOf(element: Element): string | undefined {
  const given = attributeOf(element, 'href');
  if (!given || given.startsWith('#') || !(element instanceof HTMLAnchorElement)) return undefined;
  const address = element.href;
  if (!/^(?:https?|mailto|tel|ftp):/i.test(address) || address.length > longestAddress) return undefined;
  return address.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
}

function pictureMarkdown(element: Element): string {
  if (attributeOf(element, 'aria-hidden') === 'true') return '';
  const words = collapse(attributeOf(element, 'alt') ?? attributeOf(element, 'aria-label') ?? '');
  if (!words) return '';
  const source = element instanceof HTMLImageElement ? element.currentSrc || element.src : '';
  const isShort = /^https?:/.test(source) && source.length <= longestAddress;
  return isShort ? `![${words}](${source.replaceAll(' ', '%20')})` : `![${words}]()`;
}
