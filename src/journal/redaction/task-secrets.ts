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

const cardLike = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/g;

/** The check digit that every card number carries. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** The passwords, keys and card numbers that a task spells out in plain words. */
export function secretsInTask(task: string): string[] {
  const found = patterns.flatMap((pattern) =>
    [...task.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined) ?? ''),
  );
  const cards = [...task.matchAll(cardLike)].map(([text]) => text).filter(isCardNumber);
  // The mark at the end may be the password's or the sentence's: neither is to be seen.
  const both = [...found, ...cards].flatMap((value) => [value, value.replace(/[.,;!?]$/, '')]);
  return [...new Set(both)].filter(Boolean);
}
