import { collapseSpaces, flatChildren } from '../dom/flat-tree.js';
import { attributeOf, parentOf, tagOf } from '../dom/native-node.js';
import { applyTextTransform } from '../naming/rendered-text.js';
import { ariaRole } from '../naming/roles.js';
import { type Budget, consumeNode, takeText } from './budget.js';
import { buttonMarkdown } from './button-markdown.js';
import { checkboxMarkdown } from './checkbox-markdown.js';
import { isUnreadable, showsOwnText, stripInvisible } from './readable.js';
import { displayedValue, isButton } from './text.js';

const maxUrlLength = 500;

/** Inline content as Markdown: text, links, emphasis, code and images. */
export function inlineMarkdown(nodes: Iterable<Node>, style: CSSStyleDeclaration, budget: Budget): string {
  let text = '';
  for (const node of nodes) {
    if (budget.truncated) break;
    if (node instanceof Text) {
      if (showsOwnText(style, parentOf(node)))
        text += takeText(
          budget,
          applyTextTransform(stripInvisible(node.data).replace(/\s+/g, ' '), style.textTransform),
        );
    } else if (node instanceof Element) text += inlineElement(node, budget);
  }
  return text;
}

function inlineElement(element: Element, budget: Budget): string {
  if (!consumeNode(budget)) return '';
  const style = getComputedStyle(element);
  if (isUnreadable(element, style)) return '';
  const checkbox = checkboxMarkdown(element);
  if (checkbox !== undefined) return takeText(budget, checkbox);
  if (isButton(element)) return takeText(budget, buttonMarkdown(element));
  if (tagOf(element) === 'BR') return '\n';
  if (tagOf(element) === 'IMG' || ariaRole(element) === 'image') return imageMarkdown(element);
  const value = displayedValue(element);
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
      return surround(text, '**');
    case 'EM':
    case 'I':
      return surround(text, '*');
    case 'DEL':
    case 'S':
      return surround(text, '~~');
    case 'CODE':
    case 'KBD':
    case 'SAMP':
      return surround(text, text.includes('`') ? '``' : '`');
    case 'SUP':
      return /^\s*\d+\s*$/.test(text) ? `^${text.trim()}` : text;
    default:
      return text;
  }
}

/** Puts a mark around the text, but inside its outer spaces. */
function surround(text: string, mark: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return core && !core.includes('\n\n') ? before + mark + core + mark + after : text;
}

export function linkMarkdown(element: Element, text: string): string {
  const url = linkUrl(element);
  const core = text.trim();
  if (!core || !url || /\]\(/.test(core.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))) return text;
  const [, before = '', , after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return `${before}[${core.replace(/\s+/g, ' ')}](${url})${after}`;
}

/** The URL of a link. Undefined for one that stays on the page or runs code. */
export function linkUrl(element: Element): string | undefined {
  const given = attributeOf(element, 'href');
  if (!given || given.startsWith('#') || !(element instanceof HTMLAnchorElement)) return undefined;
  const url = element.href;
  if (!/^(?:https?|mailto|tel|ftp):/i.test(url) || url.length > maxUrlLength) return undefined;
  return url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
}

function imageMarkdown(element: Element): string {
  if (attributeOf(element, 'aria-hidden') === 'true') return '';
  const alt = collapseSpaces(attributeOf(element, 'alt') ?? attributeOf(element, 'aria-label') ?? '');
  if (!alt) return '';
  const source = element instanceof HTMLImageElement ? element.currentSrc || element.src : '';
  const isShort = /^https?:/.test(source) && source.length <= maxUrlLength;
  return isShort ? `![${alt}](${source.replaceAll(' ', '%20')})` : `![${alt}]()`;
}
