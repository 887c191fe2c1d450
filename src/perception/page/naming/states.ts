import type { State } from '../../../core/element.js';
import { attributeOf, hasAttribute, isContentEditable, parentOf, tagOf } from '../dom/native-node.js';
import { closestOf, matchesSelector, queryOne } from '../dom/native-query.js';
import { isMarkedSecret } from '../dom/node-registry.js';
import { blockText } from '../editor/editor-text.js';
import { hasEditContext } from '../editor/editor-view.js';
import { maskedValue, nameFromContent, selectedText } from './accessible-name.js';
import { applyTextTransform } from './rendered-text.js';
import { holdsSecret } from './secret-fields.js';
import { shownChoice } from './shown-choice.js';

export const maxValueLength = 500;

/** The visible value of a field. Masks passwords. */
export function readFieldValue(element: Element, role: string): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (holdsSecret(element)) return element.value ? maskedValue : undefined;
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
        return element.value.slice(0, maxValueLength) || (role === 'combobox' && shownChoice(element)) || undefined;
    }
  }
  if (element instanceof HTMLTextAreaElement) return element.value.slice(0, maxValueLength) || undefined;
  if (element instanceof HTMLSelectElement) {
    const chosen = applyTextTransform(selectedText(element), getComputedStyle(element).textTransform);
    return chosen.slice(0, maxValueLength) || undefined;
  }
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) return String(element.value);
  if (isContentEditable(element)) {
    return blockText(element, maxValueLength) || undefined;
  }
  if (rangeRoles.has(role)) {
    return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? undefined;
  }
  if (role === 'combobox') {
    const field = queryOne(element, 'input');
    return (field ? readFieldValue(field, 'textbox') : nameFromContent(element, maxValueLength)) || undefined;
  }
  if (role === 'textbox' || role === 'searchbox') return nameFromContent(element, maxValueLength) || undefined;
  return undefined;
}

const rangeRoles = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar', 'separator']);

export function isDisabled(element: Element): boolean {
  if (matchesSelector(element, ':disabled')) return true;
  return closestOf(element, '[aria-disabled="true"], [inert]') !== null;
}

const dialogSelector = 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]';

/** Whether a control is in a part of the page that is inert because a dialog is open. */
function isBehindDialog(element: Element): boolean {
  return closestOf(element, '[inert]') !== null && queryOne(document, dialogSelector) !== null;
}

export function isEditable(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) {
    return (
      !element.readOnly && !['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file'].includes(element.type)
    );
  }
  if (attributeOf(element, 'aria-readonly') === 'true') return false;
  return isContentEditable(element) || hasEditContext(element);
}

export function readStates(element: Element, role: string, focused: Element | null): State[] {
  const states: State[] = [];
  const aria = (name: string) => attributeOf(element, `aria-${name}`);
  if (element === focused) states.push('focused');
  if (isDisabled(element)) states.push(isBehindDialog(element) ? 'covered' : 'disabled');
  if (holdsSecret(element)) states.push(isMarkedSecret(element) ? 'password' : 'secret');
  if (aria('readonly') === 'true' || ('readOnly' in element && element.readOnly === true)) states.push('readonly');
  if (aria('required') === 'true' || ('required' in element && element.required === true)) states.push('required');
  if (isInvalid(element)) states.push('invalid');
  if (aria('busy') === 'true') states.push('busy');
  addCheckedState(element, role, states);
  if (aria('pressed') === 'true') states.push('pressed');
  else if (aria('pressed') === 'mixed') states.push('mixed');
  if (aria('selected') === 'true' || (element instanceof HTMLOptionElement && element.selected))
    states.push('selected');
  if (aria('current') && aria('current') !== 'false') states.push('selected');
  addExpandedState(element, states);
  if (element instanceof HTMLTextAreaElement || aria('multiline') === 'true') states.push('multiline');
  return states;
}

/** By `aria-invalid`, or by the constraints of the browser. A required text field that is still empty is not invalid yet. */
function isInvalid(element: Element): boolean {
  const declared = attributeOf(element, 'aria-invalid');
  if (declared) return declared !== 'false';
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
  return !(element.validity.valueMissing && isTextField(element));
}

function isTextField(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && /^(text|search|email|tel|url|number|password)$/.test(element.type);
}

function addCheckedState(element: Element, role: string, states: State[]): void {
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

function addExpandedState(element: Element, states: State[]): void {
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

/** The popover that a button toggles. */
function popoverOf(element: Element): Element | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement)) return undefined;
  const button: Invoker = element;
  const target =
    button.popoverTargetElement ?? (/popover$/.test(button.command ?? '') ? button.commandForElement : undefined);
  return target && hasAttribute(target, 'popover') ? target : undefined;
}
