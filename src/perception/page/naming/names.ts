import {
  attributeOf,
  checkVisibility,
  childrenOf,
  hasAttribute,
  labelledByOf,
  rootOf,
  tagOf,
  textContentOf,
} from '../dom.js';
import { byId, closestOf } from '../query.js';
import { rememberSecret, wasSecret } from '../registry.js';
import { collapse, flatChildren } from '../tree.js';
import { unpainted } from '../unpainted.js';
import { labelsOf } from './labels.js';
import { pseudoText, shownText } from './name-text.js';
import { ariaRole, isFocusable, namedByContent } from './roles.js';

const longest = 2_000; // characters read for one name: a link around a whole article must not cost the whole article

interface Walk {
  visited: Set<Element>;
  /** Inside an aria-labelledby reference: no second one is followed. */
  referenced: boolean;
  /** Inside a reference that is not painted: then all of it counts. */
  hidden: boolean;
  /** The parts of a tree item below it are items of their own. */
  skipGroups: boolean;
  budget: { left: number };
}

function newWalk(most: number, visited: Element[] = []): Walk {
  return {
    visited: new Set(visited),
    referenced: false,
    hidden: false,
    skipGroups: false,
    budget: { left: most },
  };
}

/** The accessible name, by the accessible-name rules as Chromium applies them. */
export function nameOf(element: Element): string {
  return collapse(computeName(element, newWalk(longest), true)).slice(0, longest);
}

/** The words inside an element, as a name would be made of them. */
export function textOf(element: Element, most: number): string {
  return collapse(contentText(element, newWalk(most * 2, [element]))).slice(0, most);
}

function computeName(element: Element, walk: Walk, root: boolean): string {
  if (walk.visited.has(element) || walk.budget.left <= 0) return '';
  walk.visited.add(element);

  if (!walk.referenced && hasAttribute(element, 'aria-labelledby')) {
    const text = referencedText(element, walk);
    if (text) return text;
  }
  if (!root) {
    const value = embeddedValue(element);
    if (value !== undefined) return value;
  }
  const label = attributeOf(element, 'aria-label');
  if (label?.trim()) return spend(label, walk);

  // A label has the last word, even one that is empty or hidden.
  const labelled = labelText(element, walk);
  if (labelled !== undefined) return labelled;
  const native = nativeName(element, walk);
  if (native !== undefined && native !== '') return native;

  const role = ariaRole(element);
  if (!root || namedByContent.has(role) || role === 'summary' || tagOf(element) === 'LEGEND') {
    const content = contentText(element, root && role === 'treeitem' ? { ...walk, skipGroups: true } : walk);
    if (content.trim()) return content;
  }
  const title =
    root || role !== 'generic' || titled.has(tagOf(element)) || isFocusable(element)
      ? attributeOf(element, 'title')
      : '';
  if (title?.trim()) return spend(title, walk);
  if (root) return placeholderOf(element);
  return '';
}

/** Elements without a role of ours whose title is read inside other names too. */
const titled = new Set(['ABBR', 'IFRAME']);

/** What an empty field says of itself. */
export function placeholderOf(element: Element): string {
  const text = attributeOf(element, 'placeholder') ?? attributeOf(element, 'aria-placeholder');
  return text?.trim() ? text : '';
}

function spend(text: string, walk: Walk): string {
  const part = text.slice(0, walk.budget.left);
  walk.budget.left -= part.length;
  return part;
}

/** The elements that aria-labelledby names, by id or as a script gave them. */
function labellers(element: Element): readonly Element[] {
  const given = labelledByOf(element);
  if (given) return given;
  const scope = rootOf(element);
  if (!(scope instanceof Document || scope instanceof ShadowRoot)) return [];
  const ids = attributeOf(element, 'aria-labelledby')?.split(/\s+/) ?? [];
  return ids.flatMap((id) => (id && byId(scope, id)) || []);
}

function referencedText(element: Element, walk: Walk): string {
  const parts: string[] = [];
  for (const target of labellers(element).slice(0, 20)) {
    const visited = new Set(target === element ? [] : walk.visited);
    const hidden = !isPainted(target);
    parts.push(collapse(computeName(target, { ...walk, visited, referenced: true, hidden }, false)));
  }
  return parts.filter(Boolean).join(' ');
}

function isPainted(element: Element): boolean {
  return checkVisibility(element, { visibilityProperty: true });
}

const typedInto = /^(text|search|email|tel|url|number|range|date|time|datetime-local|month|week)$/;

/** A control inside a label speaks with its value. */
function embeddedValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'hidden' || isSecret(element)) return '';
    return typedInto.test(element.type) ? ` ${element.value} ` : undefined;
  }
  if (element instanceof HTMLTextAreaElement) return ` ${element.value.slice(0, longest)} `;
  if (element instanceof HTMLSelectElement) return ` ${selectedText(element)} `;
  if (element instanceof HTMLMeterElement) return ` ${element.value} `;
  if (element instanceof HTMLProgressElement) return hasAttribute(element, 'value') ? ` ${element.value} ` : ' ';
  const role = attributeOf(element, 'role');
  if (role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'scrollbar') {
    return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? undefined;
  }
  if (role === 'textbox') return collapse(textContentOf(element)?.slice(0, longest) ?? '');
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
  if (element instanceof HTMLInputElement) return inputName(element);
  if (element instanceof HTMLImageElement || element instanceof HTMLAreaElement) {
    return hasAttribute(element, 'alt') ? spend(element.alt, walk) : undefined;
  }
  if (element instanceof HTMLFieldSetElement) return childText(element, 'LEGEND', walk);
  if (element instanceof HTMLTableElement) return childText(element, 'CAPTION', walk);
  if (tagOf(element) === 'FIGURE') return childText(element, 'FIGCAPTION', walk);
  if (element instanceof HTMLOptionElement) return element.label || undefined;
  if (element instanceof HTMLOptGroupElement) return element.label;
  if (element instanceof SVGElement) {
    for (const child of childrenOf(element)) if (tagOf(child) === 'title') return collapse(textContentOf(child) ?? '');
  }
  return undefined;
}

function inputName(input: HTMLInputElement): string | undefined {
  switch (input.type) {
    case 'button':
      return input.value || undefined;
    case 'submit':
    case 'reset':
      if (hasAttribute(input, 'value')) return input.value;
      return input.title || (input.type === 'submit' ? 'Submit' : 'Reset');
    case 'image':
      return input.alt || attributeOf(input, 'value') || input.title || 'Submit';
    case 'file':
      return input.multiple ? 'Choose Files' : 'Choose File';
    default:
      return undefined;
  }
}

/** What a label can be for. */
const labelable = /^(?:INPUT|SELECT|TEXTAREA|BUTTON|METER|PROGRESS|OUTPUT)$|-/;

function labelText(element: Element, walk: Walk): string | undefined {
  const labels = labelable.test(tagOf(element)) ? labelsOf(element) : [];
  if (labels.length === 0) return undefined;
  const parts: string[] = [];
  for (const label of labels) {
    if (!isPainted(label) || closestOf(label, '[aria-hidden="true"]')) continue;
    parts.push(collapse(computeName(label, { ...walk, referenced: true }, false)));
  }
  return parts.filter(Boolean).join(' ');
}

function childText(element: Element, tag: string, walk: Walk): string | undefined {
  for (const child of childrenOf(element)) {
    if (tagOf(child) === tag) return collapse(computeName(child, walk, false)) || undefined;
  }
  return undefined;
}

function contentText(element: Element, walk: Walk, style = getComputedStyle(element)): string {
  if (!walk.hidden && style.contentVisibility === 'hidden') return '';
  const isSilent = !walk.hidden && style.visibility !== 'visible';
  let text = walk.hidden ? '' : pseudoText(element, '::before');
  for (const child of flatChildren(element)) {
    if (walk.budget.left <= 0) break;
    if (child instanceof Text)
      text += isSilent ? '' : shownText(spend(child.data, walk), walk.hidden ? '' : style.textTransform);
    else if (child instanceof Element) text += childContent(child, walk);
  }
  return walk.hidden ? text : text + pseudoText(element, '::after');
}

/** What is never painted as words: code, the reading aids of ruby, the parts of a drawing that describe it. */
const silent = new Set<string>([...unpainted, 'RT', 'RP', 'desc', 'defs', 'metadata']);

function childContent(child: Element, walk: Walk): string {
  if (tagOf(child) === 'BR' || tagOf(child) === 'WBR') return ' ';
  if (silent.has(tagOf(child)) || (tagOf(child) === 'OBJECT' && hasAttribute(child, 'data'))) return '';
  if (walk.skipGroups && attributeOf(child, 'role') === 'group') return '';
  const style = getComputedStyle(child);
  if (!walk.hidden) {
    if (style.display === 'none' || attributeOf(child, 'aria-hidden') === 'true') return '';
    if (style.visibility !== 'visible') return contentText(child, walk, style);
  }
  const text = computeName(child, walk, false);
  return style.display === 'inline' && !walk.hidden ? text : ` ${text} `;
}
