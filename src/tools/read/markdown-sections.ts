interface Heading {
  level: number;
  text: string;
  /** Index of its line. */
  line: number;
}

/** The section below the heading with these words, with the heading. Undefined if not exactly one heading has them. */
export function findSection(markdown: string, words: string): string | undefined {
  const lines = markdown.split('\n');
  const headings = findHeadings(lines);
  const [heading, other] = headings.filter(({ text }) => normalize(text) === normalize(words));
  if (!heading || other) return undefined;
  const end = headings.find(({ line, level }) => line > heading.line && level <= heading.level);
  return lines.slice(heading.line, end?.line).join('\n').trimEnd();
}

/** The texts of all headings. */
export function listHeadings(markdown: string): string[] {
  return findHeadings(markdown.split('\n')).map(({ text }) => text);
}

function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let isCode = false;
  for (const [line, text] of lines.entries()) {
    if (/^\s*```/.test(text)) isCode = !isCode;
    const [, marks, words] = isCode ? [] : (/^(#{1,6}) (.+)$/.exec(text) ?? []);
    if (marks && words) headings.push({ level: marks.length, text: plainText(words), line });
  }
  return headings;
}

/** Without links, pictures and emphasis. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`_\\]/g, '')
    .trim();
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
