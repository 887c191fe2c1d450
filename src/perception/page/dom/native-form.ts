import { attributeOf, getter } from './native-node.js';
import { closestOf, matchesSelector, queryAll } from './native-query.js';

const actionOf = getter(HTMLFormElement.prototype, 'action');
const methodOf = getter(HTMLFormElement.prototype, 'method');
const lengthOf = getter(HTMLFormElement.prototype, 'length');
const elementsOf = getter(HTMLFormElement.prototype, 'elements');
const linkOf = getter(HTMLAnchorElement.prototype, 'href');
const areaLinkOf = getter(HTMLAreaElement.prototype, 'href');
const buttonActionOf = getter(HTMLButtonElement.prototype, 'formAction');
const inputActionOf = getter(HTMLInputElement.prototype, 'formAction');

const submitCss = 'button:not([type]), button[type=submit i], input[type=submit i], input[type=image i]';

/** The form that a control belongs to, also by its attribute `form`. */
export function formOf(element: Element): HTMLFormElement | null {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLButtonElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
    return element.form;
  return closestOf(element, 'form');
}

/** The controls of a form, wherever they are in the document. */
export function controlsOf(form: HTMLFormElement): Element[] {
  return lengthOf(form) > 0 ? [...elementsOf(form)] : [];
}

export function isSubmitButton(element: Element): boolean {
  return matchesSelector(element, submitCss);
}

/** The button that Enter in a field of the form presses. */
export function defaultButtonOf(form: HTMLFormElement): Element | undefined {
  return [...queryAll(document, submitCss)].find((button) => formOf(button) === form);
}

export function methodOfForm(form: HTMLFormElement, button: Element | undefined): string {
  const own = button && attributeOf(button, 'formmethod')?.toLowerCase();
  return own === 'get' || own === 'post' || own === 'dialog' ? own : methodOf(form);
}

/** The address that a form sends to, with the one of the button that submits it. */
export function addressOfForm(form: HTMLFormElement, button: Element | undefined): string {
  if (button && attributeOf(button, 'formaction') !== null) {
    if (button instanceof HTMLButtonElement) return buttonActionOf(button);
    if (button instanceof HTMLInputElement) return inputActionOf(button);
  }
  return actionOf(form);
}

/** The address of a link. */
export function hrefOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement) return linkOf(element) || undefined;
  return element instanceof HTMLAreaElement ? areaLinkOf(element) || undefined : undefined;
}
