import { collapseSpaces, flatChildren, isInside } from '../dom/flat-tree.js';
import {
  attributeOf,
  checkVisibility,
  childrenOf,
  hasAttribute,
  labelledByOf,
  rootOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { byId, closestOf, queryOne } from '../dom/native-query.js';
import { unpaintedTags } from '../dom/unpainted-tags.js';
import { labelsOf } from './labels.js';
import { applyTextTransform, pseudoElementText, withoutIcons } from './rendered-text.js';
import { ariaRole, isFocusable, rolesNamedByContent } from './roles.js';
import { holdsSecret } from './secret-fields.js';
import { isTransparent, isUnseen, showsBackFace } from './unseen-text.js';

/** Characters read for one name, so that a link around a whole article stays cheap. */
const maxNameLength = 2_000;
const maxReferences = 20;
const maxSelectedOptions = 20;
/** What is reported in place of a password. */
export const maskedValue = '•••';

interface NameContext {
  visited: Set<Element>;
  /** Inside an aria-labelledby reference, which does not follow further references. */
  referenced: boolean;
  /** Inside a hidden reference, all of whose text counts. */
  hidden: boolean;
  /** The groups inside a tree item contain items of their own. */
  skipGroups: boolean;
  /** Transparent text counts too. */
  withUnseen: boolean;
  budget: { left: number };
  /** Whether some text was left out because nobody can see it. */
  unseen: { found: boolean };
}

function newContext(max: number, visited: Element[] = []): NameContext {
  return {
    visited: new Set(visited),
    referenced: false,
    hidden: false,
    skipGroups: false,
    withUnseen: false,
    budget: { left: max },
    unseen: { found: false },
  };
}

/** The accessible name, computed as Chromium does, but without text that nobody can see, unless a picture or another text is shown in its place. */
export function nameOf(element: Element): string {
  const context = newContext(maxNameLength);
  const name = collapseSpaces(computeName(element, context, true)).slice(0, maxNameLength);
  if (name || !context.unseen.found || !(showsPicture(element) || showsTwin(element))) return name;
  const complete = { ...newContext(maxNameLength), withUnseen: true };
  return collapseSpaces(computeName(element, complete, true)).slice(0, maxNameLength);
}

/** Whether a picture replaces the text of an element, which stays its name. */
function showsPicture(element: Element): boolean {
  return getComputedStyle(element).backgroundImage !== 'none' || queryOne(element, 'img, svg, canvas') !== null;
}

/** Whether an element shows a text that only assistive technology does not read, in place of one that only it reads. */
function showsTwin(element: Element): boolean {
  const twin = queryOne(element, '[aria-hidden="true"]');
  const text = twin && collapseSpaces(textContentOf(twin) ?? '');
  return Boolean(text) && checkVisibility(twin as Element, { opacityProperty: true, visibilityProperty: true });
}

/** The name that the content of an element gives, whatever its role. */
export function nameFromContent(element: Element, max: number): string {
  return collapseSpaces(contentText(element, newContext(max * 2, [element]))).slice(0, max);
}

function computeName(element: Element, context: NameContext, root: boolean): string {
  if (context.visited.has(element) || context.budget.left <= 0) return '';
  context.visited.add(element);

  if (!context.referenced && hasAttribute(element, 'aria-labelledby')) {
    const text = referencedText(element, context);
    if (text) return text;
  }
  if (!root) {
    const value = embeddedValue(element);
    if (value !== undefined) return value;
  }
  const label = attributeOf(element, 'aria-label');
  if (label?.trim()) return takeText(label, context);

  // A label decides the name, even if it is empty or hidden.
  const labelled = labelText(element, context);
  if (labelled !== undefined) return labelled;
  const native = nativeName(element, context);
  if (native !== undefined && native !== '') return native;

  const role = ariaRole(element);
  if (!root || rolesNamedByContent.has(role) || role === 'summary' || tagOf(element) === 'LEGEND') {
    const content = contentText(element, root && role === 'treeitem' ? { ...context, skipGroups: true } : context);
    if (content.trim()) return content;
  }
  const title =
    root || role !== 'generic' || titledTags.has(tagOf(element)) || isFocusable(element)
      ? attributeOf(element, 'title')
      : '';
  const placeholder = root ? placeholderOf(element) : '';
  if (title?.trim() && !(placeholder && isKeyHint(title))) return takeText(title, context);
  return placeholder;
}

/** A title that only says which key leads to the field: `[F]`, `Ctrl+K`. */
function isKeyHint(title: string): boolean {
  return /^\s*(?:\[[^\]\s]{1,12}\]|(?:(?:ctrl|alt|shift|cmd|meta|⌘|⌥|⇧)\s*\+?\s*)+\S{1,3}|\S)\s*$/i.test(title);
}

/** Elements without a role whose title is part of other names too. */
const titledTags = new Set(['ABBR', 'IFRAME']);

export function placeholderOf(element: Element): string {
  const text = attributeOf(element, 'placeholder') ?? attributeOf(element, 'aria-placeholder');
  return text?.trim() ? text : '';
}

function takeText(text: string, context: NameContext): string {
  const part = text.slice(0, context.budget.left);
  context.budget.left -= part.length;
  return part;
}

/** The elements that aria-labelledby references, by id or set by a script. */
function labellingElements(element: Element): readonly Element[] {
  const given = labelledByOf(element);
  if (given) return given;
  const scope = rootOf(element);
  if (!(scope instanceof Document || scope instanceof ShadowRoot)) return [];
  const ids = attributeOf(element, 'aria-labelledby')?.split(/\s+/) ?? [];
  return ids.flatMap((id) => (id && byId(scope, id)) || []);
}

function referencedText(element: Element, context: NameContext): string {
  const parts: string[] = [];
  for (const target of labellingElements(element).slice(0, maxReferences)) {
    const visited = new Set(target === element ? [] : context.visited);
    const hidden = !isVisible(target);
    parts.push(collapseSpaces(computeName(target, { ...context, visited, referenced: true, hidden }, false)));
  }
  return parts.filter(Boolean).join(' ');
}

function isVisible(element: Element): boolean {
  return checkVisibility(element, { visibilityProperty: true });
}

const textTypes = /^(text|search|email|tel|url|number|range|date|time|datetime-local|month|week)$/;

/** The value of a control that is part of another name. */
function embeddedValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'hidden' || holdsSecret(element)) return '';
    return textTypes.test(element.type) ? ` ${element.value} ` : undefined;
  }
  if (element instanceof HTMLTextAreaElement) return ` ${element.value.slice(0, maxNameLength)} `;
  if (element instanceof HTMLSelectElement) return ` ${selectedText(element)} `;
  if (element instanceof HTMLMeterElement) return ` ${element.value} `;
  if (element instanceof HTMLProgressElement) return hasAttribute(element, 'value') ? ` ${element.value} ` : ' ';
  const role = attributeOf(element, 'role');
  if (role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'scrollbar') {
    return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? undefined;
  }
  if (role === 'textbox') return collapseSpaces(textContentOf(element)?.slice(0, maxNameLength) ?? '');
  return undefined;
}

export function selectedText(select: HTMLSelectElement): string {
  return [...select.selectedOptions]
    .slice(0, maxSelectedOptions)
    .map((option) => collapseSpaces(option.label || option.text))
    .join(', ');
}

function nativeName(element: Element, context: NameContext): string | undefined {
  if (element instanceof HTMLInputElement) return inputName(element);
  if (element instanceof HTMLImageElement || element instanceof HTMLAreaElement) {
    return hasAttribute(element, 'alt') ? takeText(element.alt, context) : undefined;
  }
  if (element instanceof HTMLFieldSetElement) return childText(element, 'LEGEND', context);
  if (element instanceof HTMLTableElement) return childText(element, 'CAPTION', context);
  if (tagOf(element) === 'FIGURE') return childText(element, 'FIGCAPTION', context);
  if (element instanceof HTMLOptionElement) return element.label || undefined;
  if (element instanceof HTMLOptGroupElement) return element.label;
  if (element instanceof SVGElement) {
    for (const child of childrenOf(element))
      if (tagOf(child) === 'title') return collapseSpaces(textContentOf(child) ?? '');
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
      // Nobody sees the button of a transparent field.
      if (isTransparent(getComputedStyle(input))) return undefined;
      return input.multiple ? 'Choose Files' : 'Choose File';
    default:
      return undefined;
  }
}

/** The elements that a label can name. */
const labelable = /^(?:INPUT|SELECT|TEXTAREA|BUTTON|METER|PROGRESS|OUTPUT)$|-/;

function labelText(element: Element, context: NameContext): string | undefined {
  const labels = labelable.test(tagOf(element)) ? labelsOf(element) : [];
  if (labels.length === 0) return undefined;
  const parts: string[] = [];
  for (const label of labels) {
    if (!isVisible(label) || isHiddenBeside(label, element)) continue;
    parts.push(collapseSpaces(computeName(label, { ...context, referenced: true }, false)));
  }
  return parts.filter(Boolean).join(' ');
}

/** The visible label of a control, whatever its name is. */
export function visibleLabelOf(element: Element): string {
  return collapseSpaces(labelText(element, newContext(maxNameLength, [element])) ?? '');
}

/** A page behind a dialog is hidden as a whole, with its fields. That does not take the labels away from them. */
function isHiddenBeside(label: Element, field: Element): boolean {
  const hidden = closestOf(label, '[aria-hidden="true"]');
  return hidden !== null && !isInside(field, hidden);
}

function childText(element: Element, tag: string, context: NameContext): string | undefined {
  for (const child of childrenOf(element)) {
    if (tagOf(child) === tag) return collapseSpaces(computeName(child, context, false)) || undefined;
  }
  return undefined;
}

function contentText(element: Element, context: NameContext, style = getComputedStyle(element)): string {
  if (!context.hidden && style.contentVisibility === 'hidden') return '';
  const isHidden = !context.hidden && (style.visibility !== 'visible' || isUnseenIn(context, element, style));
  let text = context.hidden ? '' : pseudoElementText(element, '::before');
  for (const child of flatChildren(element)) {
    if (context.budget.left <= 0) break;
    if (child instanceof Text)
      text += isHidden
        ? ''
        : applyTextTransform(withoutIcons(takeText(child.data, context)), context.hidden ? '' : style.textTransform);
    else if (child instanceof Element) text += childContent(child, context);
  }
  return context.hidden ? text : text + pseudoElementText(element, '::after');
}

function isUnseenIn(context: NameContext, element: Element, style: CSSStyleDeclaration): boolean {
  if (context.withUnseen || !isUnseen(element, style)) return false;
  context.unseen.found = true;
  return true;
}

/** Elements without rendered text: code, ruby annotations, descriptions of a drawing. */
const textlessTags = new Set<string>([...unpaintedTags, 'RT', 'RP', 'desc', 'defs', 'metadata']);

function childContent(child: Element, context: NameContext): string {
  if (tagOf(child) === 'BR' || tagOf(child) === 'WBR') return ' ';
  if (textlessTags.has(tagOf(child)) || (tagOf(child) === 'OBJECT' && hasAttribute(child, 'data'))) return '';
  if (context.skipGroups && attributeOf(child, 'role') === 'group') return '';
  // The file field inside a button says only "Choose File".
  if (child instanceof HTMLInputElement && child.type === 'file') return '';
  const style = getComputedStyle(child);
  if (!context.hidden) {
    if (style.display === 'none' || attributeOf(child, 'aria-hidden') === 'true') return '';
    if (style.visibility !== 'visible') return contentText(child, context, style);
    if (!context.withUnseen && (isTransparent(style) || showsBackFace(child, style))) {
      context.unseen.found = true;
      return '';
    }
  }
  const text = computeName(child, context, false);
  return style.display === 'inline' && !context.hidden ? text : ` ${text} `;
}
