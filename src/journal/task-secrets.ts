const kind = '(?:pass(?:word|code|phrase|wd)|pin|secret|token|api[ -]?key|(?:security|verification|one-time) code)';
const quoted = '(?:"([^"]+)"|“([^”]+)”|‘([^’]+)’|`([^`]+)`|\'([^\']+)\'(?!\\w))';
const place = `(?:in|into|as|to|for)\\s+(?:the\\s+|my\\s+|your\\s+)?["'“‘]?(?:[\\w-]+\\s+){0,2}?${kind}\\b`;

const patterns = [
  // password "x", password is "x", "Password" with 'x', password: "x"
  `\\b${kind}["'”’]?(?:\\s+(?:field|box|input))?(?:\\s+(?:is|as|of|to|with|should be))?\\s*[:=]?\\s+${quoted}`,
  `\\b${kind}["'”’]?[:=]\\s*${quoted}`,
  // "x" into the password field
  `${quoted}\\s+${place}`,
  // password is x, password: x
  `\\b${kind}["'”’]?(?:\\s+is\\s+|\\s*[:=]\\s*)([^\\s"'“‘,;]+)`,
  // password x1!
  `\\b${kind}\\s+(?=\\S*[\\d!@#$%^&*_])([^\\s"'“‘,;]{4,})`,
  // type x into the password field
  `\\b(?:type|enter|put|write|fill(?:\\s+in)?|set|use)\\s+([^\\s"'“‘]+)\\s+${place}`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** The passwords and keys that a task spells out in plain words. */
export function secretsInTask(task: string): string[] {
  const found = patterns.flatMap((pattern) =>
    [...task.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined) ?? ''),
  );
  return [...new Set(found.map((value) => value.replace(/[.,;!?]$/, '')))].filter(Boolean);
}
