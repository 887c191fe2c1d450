/** A call as one would type it in a shell: `handrail type "search field" mug --submit`. */
export function writeLine(
  name: string,
  input: Readonly<Record<string, unknown>>,
  positional: readonly string[],
): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const words = positional.flatMap((field) => {
    const value = input[field];
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((one) => quote(text(one)));
    return isFlat(value)
      ? Object.entries(value).map(([key, one]) => quote(`${key}=${text(one)}`))
      : [quote(text(value))];
  });
  const flags = given.filter(([field]) => !positional.includes(field)).flatMap(([field, value]) => flag(field, value));
  return ['handrail', name, ...words, ...flags].join(' ');
}

function flag(field: string, value: unknown): string[] {
  const dashed = field.replaceAll('_', '-');
  if (value === true) return [`--${dashed}`];
  if (value === false) return [`--no-${dashed}`];
  if (Array.isArray(value)) return value.flatMap((one) => [`--${dashed}`, quote(text(one))]);
  return [`--${dashed}`, quote(text(value))];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A word that a shell reads as it is meant. */
export function quote(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) && !word.includes("'") ? `'${word}'` : `"${word.replace(/["$`\\]/g, '\\$&')}"`;
}

function isFlat(value: unknown): value is Record<string, string | number | boolean> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => typeof one !== 'object');
}
