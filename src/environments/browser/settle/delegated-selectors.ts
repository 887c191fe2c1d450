/**
 * The selectors of the elements that a listener around them handles, read from its code: `event.target.closest('.seat')`. A test for the
 * opposite, as in a listener that closes a menu after a click outside of it, names no such elements. Where the listener returns after the
 * test, it is the other way round.
 */
export function delegatedSelectors(code: string): string[] {
  const found = new Set<string>();
  for (const { pattern, toSelector } of patterns)
    for (const match of code.matchAll(pattern)) {
      const { not, who = 'target', value } = match.groups ?? {};
      const rest = code.slice(match.index + match[0].length);
      const isLeft = /^[\s)]*\{?\s*return\b/.test(rest);
      if (value && isLeft === (not !== undefined) && isTarget(who, code)) found.add(toSelector(value));
    }
  return [...found].filter((selector) => !wholePage.test(selector));
}

const wholePage = /^(?:\*|html|body|:root|main|document)$/i;

const quoted = `(?<quote>["'\`])(?<value>(?:(?!\\k<quote>)[^\\\\\\n$])+)\\k<quote>`;
const subject = String.raw`(?<not>!\s*)?(?<![\w$.])(?<who>(?:[\w$]+(?:\([\w$.]*\))?[?!]?\.)+)`;

const patterns: { pattern: RegExp; toSelector: (value: string) => string }[] = [
  {
    pattern: new RegExp(`${subject}(?:closest|matches|is)\\(\\s*${quoted}\\s*\\)`, 'g'),
    toSelector: (value) => value,
  },
  {
    pattern: new RegExp(`${subject}(?:classList\\.contains|hasClass)\\(\\s*${quoted}\\s*\\)`, 'g'),
    toSelector: (value) => `.${escapeName(value)}`,
  },
  {
    pattern: new RegExp(`${subject}(?:getAttribute|hasAttribute)\\(\\s*${quoted}\\s*\\)`, 'g'),
    toSelector: (value) => (value.startsWith('data-') ? `[${value}]` : '*'),
  },
  {
    pattern: /(?<not>!\s*)?[\w$]*[tT]arget\.dataset\.(?<value>\w+)/g,
    toSelector: (value) => `[data-${value.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`,
  },
  {
    pattern:
      /(?<who>[\w$.]+)\.(?:tagName|nodeName|localName)(?:\.toLowerCase\(\))?\s*={2,3}\s*["'`](?<value>[a-zA-Z]+)["'`]/g,
    toSelector: (value) => value.toLowerCase(),
  },
  { pattern: /[tT]arget\.id\s*={2,3}\s*["'`](?<value>[\w-]+)["'`]/g, toSelector: (value) => `#${escapeName(value)}` },
  {
    pattern: /[tT]arget\.className\s*={2,3}\s*["'`](?<value>[\w-]+)["'`]/g,
    toSelector: (value) => `.${escapeName(value)}`,
  },
];

/** Whether an expression means the target of the event, or a variable with an element found from it. */
function isTarget(expression: string, code: string): boolean {
  if (/target|srcElement/i.test(expression)) return true;
  const [variable = ''] = /^[\w$]+/.exec(expression) ?? [];
  const assigned = new RegExp(`(?<![\\w$.])${variable.replaceAll('$', '\\$')}\\s*=[^=;,]*(?:[tT]arget|srcElement)`);
  return variable !== '' && assigned.test(code);
}

function escapeName(name: string): string {
  return name.replace(/^\d/, (digit) => `\\3${digit} `).replace(/[^\w\\ -]/g, '\\$&');
}
