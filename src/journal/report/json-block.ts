import { type Html, html } from './html.js';

/** A folded block of JSON, cut to `maxLength` characters. */
export function renderJsonBlock(className: string, title: string, value: unknown, maxLength: number): Html {
  const text = JSON.stringify(value, null, 2);
  const shown = text.length > maxLength ? `${text.slice(0, maxLength)}\n… (the rest is in the journal)` : text;
  return html`<details class="${className}"><summary>${title}</summary><pre tabindex="0">${shown}</pre></details>`;
}
