/** Escaped markup. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @param {unknown} value @returns {string} */
function render(value) {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * A template tag that escapes every value except Markup.
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 */
export function html(strings, ...values) {
  return new Markup(strings.map((string, index) => string + render(values[index])).join(''));
}
