/** Where the keys of a JSON text are. */
export interface KeyLines {
  /** The line of each key and list item by its path: `rules.0.when`. */
  lines: ReadonlyMap<string, number>;
  /** Keys that an object has twice. `JSON.parse` drops the first of them. */
  repeated: readonly string[];
}

/** Finds the lines of keys in a text that `JSON.parse` accepts. */
export function locateKeys(text: string): KeyLines {
  const lines = new Map<string, number>();
  const repeated: string[] = [];
  const string = /"(?:[^"\\]|\\.)*"/y;
  let at = 0;
  let line = 1;

  const skipSpace = (): void => {
    for (; /\s/.test(text[at] ?? ''); at += 1) if (text[at] === '\n') line += 1;
  };
  const readString = (): string => {
    string.lastIndex = at;
    const found = string.exec(text)?.[0] ?? '""';
    at += found.length;
    return String(JSON.parse(found));
  };
  const readParts = (end: string, readPart: () => void): void => {
    at += 1;
    for (skipSpace(); at < text.length && text[at] !== end; skipSpace()) {
      readPart();
      skipSpace();
      if (text[at] === ',') at += 1;
    }
    at += 1;
  };
  const readValue = (path: string): void => {
    skipSpace();
    if (text[at] === '{')
      readParts('}', () => {
        const keyLine = line;
        const own = join(path, readString());
        if (lines.has(own)) repeated.push(own);
        lines.set(own, keyLine);
        skipSpace();
        at += 1; // the colon
        readValue(own);
      });
    else if (text[at] === '[') {
      let index = 0;
      readParts(']', () => {
        const own = join(path, String(index));
        lines.set(own, line);
        index += 1;
        readValue(own);
      });
    } else if (text[at] === '"') readString();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
  };

  readValue('');
  return { lines, repeated };
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The line of the first character that is not JSON. V8 names a position only in some of its messages. */
export function findBrokenLine(text: string): number {
  let whole = 0;
  let broken = text.length;
  while (whole < broken) {
    const middle = Math.floor((whole + broken) / 2);
    if (isIncomplete(text.slice(0, middle))) whole = middle + 1;
    else broken = middle;
  }
  return text.slice(0, Math.max(0, whole - 1)).split('\n').length;
}

/** Whether a text is the beginning of some JSON. */
function isIncomplete(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    return /unexpected end|unterminated/i.test(message) || Number(position) === text.length;
  }
}
