/** Safe markup. Only `html` and `trusted` create it. */
export interface Html {
  readonly markup: string;
}

export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for elements and attributes. Replaces control and text-direction characters. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
      .toWellFormed()
  );
}

/** A template for markup: escapes strings, inserts markup as it is, drops `false` and `undefined`. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  values.forEach((value, index) => {
    markup += toMarkup(value) + (parts[index + 1] ?? '');
  });
  return { markup };
}

/** Marks a string of this package as safe markup. */
export function trusted(markup: string): Html {
  return { markup };
}

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(toMarkup).join('');
}
