import { mentionsSecret } from '../../core/secrets/secret-reference.js';

const kind = '(?:pass(?:word|code|phrase|wd)|pin|secret|token|api[ -]?key|(?:security|verification|one-time) code)';
const quoted = '(?:"([^"]+)"|“([^”]+)”|‘([^’]+)’|`([^`]+)`|\'([^\']+)\'(?!\\w))';
const target = `(?:in|into|as|to|for)\\s+(?:the\\s+|my\\s+|your\\s+)?["'“‘]?(?:[\\w-]+\\s+){0,2}?${kind}\\b`;

const patterns = [
  // password "x", password is "x", "Password" with 'x', password: "x"
  `\\b${kind}["'”’]?(?:\\s+(?:field|box|input))?(?:\\s+(?:is|as|of|to|with|should be))?\\s*[:=]?\\s+${quoted}`,
  `\\b${kind}["'”’]?[:=]\\s*${quoted}`,
  // "x" into the password field
  `${quoted}\\s+${target}`,
  // password is x, password: x
  `\\b${kind}["'”’]?(?:\\s+is\\s+|\\s*[:=]\\s*)([^\\s"'“‘,;]+)`,
  // password x1!
  `\\b${kind}\\s+(?=\\S*[\\d!@#$%^&*_])([^\\s"'“‘,;]{4,})`,
  // type x into the password field
  `\\b(?:type|enter|put|write|fill(?:\\s+in)?|set|use)\\s+([^\\s"'“‘]+)\\s+${target}`,
].map((pattern) => new RegExp(pattern, 'giu'));

const cardLike = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/g;

/** True when the Luhn check digit is correct. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** The passwords, keys and card numbers in the text of a task. */
export function findTaskSecrets(task: string): string[] {
  const found = patterns.flatMap((pattern) =>
    [...task.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined) ?? ''),
  );
  const cards = [...task.matchAll(cardLike)].map(([text]) => text).filter(isCardNumber);
  // A final punctuation mark can belong to the secret or to the sentence: hide both forms.
  const both = [...found, ...cards].flatMap((value) => [value, value.replace(/[.,;!?]$/, '')]);
  return [...new Set(both)].filter((secret) => secret && !mentionsSecret(secret));
}
