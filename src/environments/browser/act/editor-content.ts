/** Compares the text of an editor with the text that was entered. */

/** Whether the content of an editor is this text. */
export function isSameText(content: string, text: string): boolean {
  return toLines(content).join('\n') === toLines(text).join('\n') || paragraphs(content) === paragraphs(text);
}

/** Whether the text was added to the content, at any place. */
export function isTextAdded(before: string, after: string, text: string): boolean {
  const added = comparable(text, text).trim();
  return added === '' || countOf(comparable(after, text), added) > countOf(comparable(before, text), added);
}

/** Editors replace a tab by spaces, so a text with tabs is compared without regard to the number of spaces. */
function comparable(content: string, text: string): string {
  const compared = paragraphs(content);
  return text.includes('\t') ? compared.replace(/\s+/g, ' ') : compared;
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function toLines(text: string): string[] {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\ufeff]/g, '');
  return plain.replace(/\n+$/, '').split('\n');
}

/** Rich text has paragraphs, which a copy separates by one or two line breaks. */
function paragraphs(text: string): string {
  return toLines(text)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd())
    .join('\n');
}

const maxQuotedCharacters = 60;

export function describeDifference(content: string, text: string): string {
  if (content === '') return 'Its content could not be read.';
  const [shown, wanted] = [toLines(content), toLines(text)];
  const index = wanted.findIndex((line, at) => line !== shown[at]);
  const at = index < 0 ? wanted.length : index;
  const quote = (line: string | undefined) => (line === undefined ? 'nothing' : quoteLine(line));
  return `Line ${at + 1} is ${quote(shown[at])} instead of ${quote(wanted[at])}.`;
}

/** The first line of an added text that the editor does not contain. */
export function describeMissing(content: string, text: string): string {
  const shown = paragraphs(content);
  const line = paragraphs(text)
    .split('\n')
    .find((one) => !shown.includes(one));
  return line === undefined ? 'Its lines are different.' : `It does not contain the line ${quoteLine(line)}.`;
}

function quoteLine(line: string): string {
  return JSON.stringify(line.slice(0, maxQuotedCharacters));
}
