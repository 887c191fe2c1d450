/** Markup that is safe to put on a page. Only `html` and `trusted` make it. */
export interface Html {
  readonly markup: string;
}

export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for any place of a page, attributes included. Signs that turn the direction of what follows are shown, not obeyed. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
      .toWellFormed()
  );
}

/** Markup with values in it: texts are escaped, markup is not, nothing is left out but `false` and `undefined`. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  values.forEach((value, index) => {
    markup += toMarkup(value) + (parts[index + 1] ?? '');
  });
  return { markup };
}

/** Markup that this package itself wrote. */
export function trusted(markup: string): Html {
  return { markup };
}

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(toMarkup).join('');
}
