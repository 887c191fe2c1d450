/** Formats a call as a shell command: `handrail type "search field" mug --submit`. */
export function formatLine(
  name: string,
  input: Readonly<Record<string, unknown>>,
  positional: readonly string[],
): string {
  const args = positional.flatMap((field) => {
    const value = input[field];
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((one) => quoteArgument(toText(one)));
    return isFlatRecord(value)
      ? Object.entries(value).map(([key, one]) => quoteArgument(`${key}=${toText(one)}`))
      : [quoteArgument(toText(value))];
  });
  const flags = Object.entries(input)
    .filter(([field, value]) => value !== undefined && !positional.includes(field))
    .flatMap(([field, value]) => formatFlag(field, value));
  return ['handrail', name, ...args, ...flags].join(' ');
}

function formatFlag(field: string, value: unknown): string[] {
  const name = field.replaceAll('_', '-');
  if (value === true) return [`--${name}`];
  if (value === false) return [`--no-${name}`];
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => [`--${name}`, quoteArgument(toText(one))]);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Quotes an argument for a POSIX shell where it needs quotes. */
export function quoteArgument(arg: string): string {
  if (/^[\w./:@%+=,-]+$/.test(arg)) return arg;
  return /["$`\\!]/.test(arg) && !arg.includes("'") ? `'${arg}'` : `"${arg.replace(/["$`\\]/g, '\\$&')}"`;
}

function isFlatRecord(value: unknown): value is Record<string, string | number | boolean> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => typeof one !== 'object');
}
