import type { FormFacts } from '../../../core/target-facts.js';
import {
  addressOfForm,
  controlsOf,
  defaultButtonOf,
  formOf,
  hrefOf,
  isSubmitButton,
  methodOfForm,
} from '../dom/native-form.js';
import { attributeOf, idOf, textContentOf } from '../dom/native-node.js';
import { closestOf } from '../dom/native-query.js';
import { elementOf } from '../dom/node-registry.js';
import type { PageCalls } from '../protocol.js';
import { summarizeElement } from './summarize-element.js';

const maxText = 2_000;
const maxFields = 1_000;

/** Describes an element and what it would send, for a person who approves it. */
export const describeTarget: PageCalls['describeTarget'] = ({ number }) => {
  const element = elementOf(number);
  if (!element) return undefined;
  const { role, name } = summarizeElement(element);
  const actor = closestOf(element, 'button, input, select, textarea, a[href], area[href]') ?? element;
  const label = closestOf(element, 'label');
  const form = formOf(actor) ?? (label?.control ? formOf(label.control) : null);
  const link = closestOf(element, 'a[href], area[href]');
  const href = link ? hrefOf(link) : undefined;
  return {
    role,
    name,
    text: (textContentOf(element) ?? '').slice(0, maxText),
    documentUrl: location.href,
    ...(href === undefined ? {} : { href }),
    ...(form ? { form: describeForm(form, actor) } : {}),
  };
};

function describeForm(form: HTMLFormElement, actor: Element): FormFacts {
  const button = isSubmitButton(actor) ? actor : defaultButtonOf(form);
  return {
    id: idOf(form) || attributeOf(form, 'name') || '',
    method: methodOfForm(form, button).toUpperCase(),
    action: addressOfForm(form, button),
    fields: controlsOf(form).slice(0, maxFields).flatMap(readField),
  };
}

function readField(control: Element): [string, string][] {
  const name = attributeOf(control, 'name') ?? idOf(control);
  if (control instanceof HTMLInputElement) {
    const isBox = control.type === 'checkbox' || control.type === 'radio';
    return [[name, isBox ? `${control.value}: ${control.checked}` : control.value]];
  }
  if (control instanceof HTMLSelectElement)
    return [[name, [...control.selectedOptions].map(({ value }) => value).join('\n')]];
  return control instanceof HTMLTextAreaElement ? [[name, control.value]] : [];
}
