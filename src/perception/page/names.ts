import { labelsOf } from './labels.js';
import { rememberSecret, wasSecret } from './registry.js';
import { ariaRole, namedByContent } from './roles.js';
import { collapse, flatChildren } from './tree.js';

const longest = 2_000; // characters read for one name: a link around a whole article must not cost the whole article

interface Walk {
  visited: Set<Element>;
  /** Inside an aria-labelledby reference: no second one is followed. */
  referenced: boolean;
  budget: { left: number };
}

/** The accessible name, by the accessible-name rules as Chromium applies them. */
export function nameOf(element: Element): string {
  return collapse(
    computeName(element, { visited: new Set(), referenced: false, budget: { left: longest } }, true),
  ).slice(0, longest);
}

/** The words inside an element, as a name would be made of them. */
export function textOf(element: Element, most: number): string {
  const walk = { visited: new Set<Element>(), referenced: false, budget: { left: most * 2 } };
  return collapse(contentText(element, walk)).slice(0, most);
}

function computeName(element: Element, walk: Walk, root: boolean): string {
  if (walk.visited.has(element) || walk.budget.left <= 0) return '';
  walk.visited.add(element);

  if (!walk.referenced) {
    const ids = element.getAttribute('aria-labelledby');
    if (ids) {
      const text = referencedText(element, ids, walk);
      if (text) return text;
    }
  }
  if (!root) {
    const value = embeddedValue(element);
    if (value !== undefined) return value;
  }
  const label = element.getAttribute('aria-label');
  if (label?.trim()) return spend(label, walk);

  const native = nativeName(element, walk);
  if (native !== undefined && native !== '') return native;

  const role = ariaRole(element);
  if (!root || namedByContent.has(role) || role === 'summary' || element.tagName === 'LEGEND') {
    const content = contentText(element, walk);
    if (content.trim()) return content;
    if (role === 'summary' && root) return 'Details';
  }
  const title = element.getAttribute('title');
  if (title?.trim()) return spend(title, walk);
  if (root) return placeholderOf(element);
  return '';
}

function placeholderOf(element: Element): string {
  const text = element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder');
  return text?.trim() ? text : '';
}

function spend(text: string, walk: Walk): string {
  const part = text.slice(0, walk.budget.left);
  walk.budget.left -= part.length;
  return part;
}

function referencedText(element: Element, ids: string, walk: Walk): string {
  const scope = element.getRootNode();
  if (!(scope instanceof Document || scope instanceof ShadowRoot)) return '';
  const parts: string[] = [];
  for (const id of ids.split(/\s+/).slice(0, 20)) {
    const target = id && scope.getElementById(id);
    if (!target) continue;
    const visited = new Set(target === element ? [] : walk.visited);
    parts.push(collapse(computeName(target, { visited, referenced: true, budget: walk.budget }, false)));
  }
  return parts.filter(Boolean).join(' ');
}

/** A control inside a label speaks with its value. */
function embeddedValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'hidden', 'color'].includes(element.type)) {
      return element.type === 'checkbox' || element.type === 'radio' || element.type === 'hidden' ? '' : undefined;
    }
    return isSecret(element) ? '' : element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return selectedText(element);
  const role = element.getAttribute('role');
  if (role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'scrollbar') {
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
  }
  if (role === 'textbox') return collapse(element.textContent?.slice(0, longest) ?? '');
  return undefined;
}

export function isSecret(input: HTMLInputElement): boolean {
  if (input.type === 'password') rememberSecret(input);
  return wasSecret(input);
}

export function selectedText(select: HTMLSelectElement): string {
  return [...select.selectedOptions]
    .slice(0, 20)
    .map((option) => collapse(option.label || option.text))
    .join(', ');
}

function nativeName(element: Element, walk: Walk): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'button' || element.type === 'submit' || element.type === 'reset') {
      const labelled = labelText(element, walk);
      if (labelled) return labelled;
      if (element.hasAttribute('value')) return element.value;
      if (element.type === 'button') return undefined;
      return element.getAttribute('title') || (element.type === 'submit' ? 'Submit' : 'Reset');
    }
    if (element.type === 'image') {
      return labelText(element, walk) || element.alt || element.getAttribute('value') || element.title || 'Submit';
    }
    return labelText(element, walk);
  }
  if (
    element instanceof HTMLButtonElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLMeterElement ||
    element instanceof HTMLProgressElement ||
    element instanceof HTMLOutputElement
  ) {
    return labelText(element, walk);
  }
  if (element instanceof HTMLImageElement || element instanceof HTMLAreaElement) {
    return element.hasAttribute('alt') ? spend(element.alt, walk) : undefined;
  }
  if (element instanceof HTMLFieldSetElement) return childText(element, 'LEGEND', walk);
  if (element instanceof HTMLTableElement) return childText(element, 'CAPTION', walk);
  if (element.tagName === 'FIGURE') return childText(element, 'FIGCAPTION', walk);
  if (element instanceof HTMLOptionElement) return element.label || undefined;
  if (element instanceof HTMLOptGroupElement) return element.label;
  if (element instanceof SVGElement) {
    for (const child of element.children) if (child.tagName === 'title') return collapse(child.textContent ?? '');
  }
  return undefined;
}

function labelText(element: Element, walk: Walk): string | undefined {
  const parts: string[] = [];
  for (const label of labelsOf(element)) {
    parts.push(collapse(computeName(label, { ...walk, referenced: true }, false)));
  }
  return parts.filter(Boolean).join(' ') || undefined;
}

function childText(element: Element, tag: string, walk: Walk): string | undefined {
  for (const child of element.children) {
    if (child.tagName === tag) return collapse(computeName(child, walk, false)) || undefined;
  }
  return undefined;
}

function contentText(element: Element, walk: Walk): string {
  let text = pseudoText(element, '::before');
  for (const child of flatChildren(element)) {
    if (walk.budget.left <= 0) break;
    if (child instanceof Text) text += spend(child.data, walk);
    else if (child instanceof Element) text += childContent(child, walk);
  }
  return text + pseudoText(element, '::after');
}

const silent = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'META', 'LINK']);

function childContent(child: Element, walk: Walk): string {
  if (child.tagName === 'BR') return ' ';
  if (silent.has(child.tagName) || child.getAttribute('aria-hidden') === 'true') return '';
  const style = getComputedStyle(child);
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = computeName(child, walk, false);
  return style.display === 'inline' || style.display === 'contents' ? text : ` ${text} `;
}

function pseudoText(element: Element, which: '::before' | '::after'): string {
  const { content } = getComputedStyle(element, which);
  if (!content || content === 'none' || content === 'normal') return '';
  const alternative = /\/\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(content);
  if (alternative) return alternative[1] ?? '';
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map((match) => (match[1] ?? '').replace(/\\(.)/g, '$1'))
    .join('');
}
