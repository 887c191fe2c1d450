import type { State } from '../../../core/element.js';
import { attributeOf, hasAttribute, isContentEditable, parentOf, tagOf, textContentOf } from '../dom.js';
import { closestOf, matchesSelector, queryOne } from '../query.js';
import { collapse } from '../tree.js';
import { shownText } from './name-text.js';
import { isSecret, selectedText, textOf } from './names.js';

const longestValue = 500;

/** What a person would read in the field: never a password. */
export function fieldValue(element: Element, role: string): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (isSecret(element)) return element.value ? '•••' : undefined;
    switch (element.type) {
      case 'checkbox':
      case 'radio':
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
        return undefined;
      case 'file':
        return [...(element.files ?? [])].map((file) => file.name).join(', ') || undefined;
      default:
        return element.value.slice(0, longestValue) || undefined;
    }
  }
  if (element instanceof HTMLTextAreaElement) return element.value.slice(0, longestValue) || undefined;
  if (element instanceof HTMLSelectElement) {
    const chosen = shownText(selectedText(element), getComputedStyle(element).textTransform);
    return chosen.slice(0, longestValue) || undefined;
  }
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) return String(element.value);
  if (isContentEditable(element)) {
    return collapse(textContentOf(element)?.slice(0, longestValue) ?? '') || undefined;
  }
  if (ranges.has(role)) {
    return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? undefined;
  }
  if (role === 'combobox') {
    const field = queryOne(element, 'input');
    return (field ? fieldValue(field, 'textbox') : textOf(element, longestValue)) || undefined;
  }
  if (role === 'textbox' || role === 'searchbox') return textOf(element, longestValue) || undefined;
  return undefined;
}

const ranges = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar', 'separator']);

export function isDisabled(element: Element): boolean {
  if (matchesSelector(element, ':disabled')) return true;
  return closestOf(element, '[aria-disabled="true"]') !== null;
}

export function isEditable(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) {
    return (
      !element.readOnly && !['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file'].includes(element.type)
    );
  }
  return isContentEditable(element);
}

export function statesOf(element: Element, role: string, focused: Element | null): State[] {
  const states: State[] = [];
  const aria = (name: string) => attributeOf(element, `aria-${name}`);
  if (element === focused) states.push('focused');
  if (isDisabled(element)) states.push('disabled');
  if (element instanceof HTMLInputElement && isSecret(element)) states.push('password');
  if (aria('readonly') === 'true' || ('readOnly' in element && element.readOnly === true)) states.push('readonly');
  if (aria('required') === 'true' || ('required' in element && element.required === true)) states.push('required');
  if (isInvalid(element)) states.push('invalid');
  if (aria('busy') === 'true') states.push('busy');
  pushChecked(element, role, states);
  if (aria('pressed') === 'true') states.push('pressed');
  else if (aria('pressed') === 'mixed') states.push('mixed');
  if (aria('selected') === 'true' || (element instanceof HTMLOptionElement && element.selected))
    states.push('selected');
  if (aria('current') && aria('current') !== 'false') states.push('selected');
  pushExpanded(element, states);
  if (element instanceof HTMLTextAreaElement || aria('multiline') === 'true') states.push('multiline');
  return states;
}

/** By its own word, or by the browser's rules. A text field that is required and still empty is not yet wrong. */
function isInvalid(element: Element): boolean {
  const said = attributeOf(element, 'aria-invalid');
  if (said) return said !== 'false';
  if (matchesSelector(element, ':user-invalid')) return true;
  if (
    !(
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    )
  )
    return false;
  if (!element.willValidate || element.validity.valid) return false;
  return !(element.validity.valueMissing && isTyped(element));
}

function isTyped(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && /^(text|search|email|tel|url|number|password)$/.test(element.type);
}

function pushChecked(element: Element, role: string, states: State[]): void {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
    states.push(element.indeterminate ? 'mixed' : element.checked ? 'checked' : 'unchecked');
    return;
  }
  const checked = attributeOf(element, 'aria-checked');
  if (checked === 'true') states.push('checked');
  else if (checked === 'mixed') states.push('mixed');
  else if (checked === 'false' || role === 'checkbox' || role === 'switch' || role === 'radio')
    states.push('unchecked');
}

function pushExpanded(element: Element, states: State[]): void {
  const expanded = attributeOf(element, 'aria-expanded');
  const parent = tagOf(element) === 'SUMMARY' && parentOf(element);
  if (expanded) states.push(expanded === 'true' ? 'expanded' : 'collapsed');
  else if (parent instanceof HTMLDetailsElement) states.push(parent.open ? 'expanded' : 'collapsed');
  else {
    const popover = popoverOf(element);
    if (popover) states.push(matchesSelector(popover, ':popover-open') ? 'expanded' : 'collapsed');
  }
}

type Invoker = (HTMLButtonElement | HTMLInputElement) & {
  popoverTargetElement?: Element | null;
  commandForElement?: Element | null;
  command?: string;
};

/** The popover that a button opens or closes. */
function popoverOf(element: Element): Element | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement)) return undefined;
  const button: Invoker = element;
  const target =
    button.popoverTargetElement ?? (/popover$/.test(button.command ?? '') ? button.commandForElement : undefined);
  return target && hasAttribute(target, 'popover') ? target : undefined;
}
