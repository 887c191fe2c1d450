/** The first JSON object or array in a text, with prose or a fence around it; nothing where there is none. Never throws. */
export function findJson(text: string): unknown {
  const whole = parse(text.trim());
  if (whole !== undefined) return whole;
  const starts = /[[{]/g;
  for (let tries = 0; tries < 20; tries += 1) {
    const start = starts.exec(text);
    if (!start) return undefined;
    const end = endOf(text, start.index);
    const value = end === undefined ? undefined : parse(text.slice(start.index, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Parses an object or a list; nothing for anything else. Keys that reach into prototypes are dropped. */
export function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, (key, inner) => (key === '__proto__' ? undefined : inner));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // not JSON, which is all that is asked
  }
}

/** Where the bracket that opens at `start` is closed; nothing where nobody closed it. */
export function endOf(text: string, start: number): number | undefined {
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
