import { nameOf } from '../naming/accessible-name.js';
import { readLine } from './text.js';

const maxLength = 300;

/** A button as Markdown: its visible text or its name in brackets. */
export function buttonMarkdown(element: Element): string {
  const value = element instanceof HTMLInputElement ? element.value : '';
  const text = value || readLine(element, maxLength, { buttons: true }) || nameOf(element).slice(0, maxLength);
  return text ? ` [${text}] ` : '';
}

/** The text of a heading that is a button: a button that expands a section is its heading. */
export function withoutBrackets(text: string): string {
  return text.replace(/^\[([^[\]]*)\]$/, '$1');
}
