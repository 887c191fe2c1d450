/** The first JSON object or array in a text that may hold other text around it. Never throws. */
export function findJson(text: string): unknown {
  const whole = parseJson(text.trim());
  if (whole !== undefined) return whole;
  const brackets = /[[{]/g;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const start = brackets.exec(text);
    if (!start) return undefined;
    const value = parseJsonAt(text, start.index)?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Parses an object or a list; undefined for anything else. Drops the key `__proto__`. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, (key, inner) => (key === '__proto__' ? undefined : inner));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // not JSON
  }
}

/** Parses the object or list that starts at an index of a text. Also returns where it ends. */
export function parseJsonAt(text: string, start: number): { value: unknown; end: number } | undefined {
  const end = findClosingBracket(text, start);
  const value = end === undefined ? undefined : parseJson(text.slice(start, end));
  return end === undefined || value === undefined ? undefined : { value, end };
}

/** The index after the bracket that closes the one at `start`. */
export function findClosingBracket(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** A field of a value that may be anything. */
export function fieldOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
