const contextLength = 24;
const maxPartLength = 60;

/**
 * The part in which two texts differ, with some context: `… rest of the [old → new] sentence …`. Added and removed text is marked with
 * `+` and `−`.
 */
export function textDifference(from: string, to: string): string {
  const { start, end } = differingPart(from, to);
  const old = from.slice(start, from.length - end);
  const now = to.slice(start, to.length - end);
  return `${contextBefore(to.slice(0, start))}${changedPart(old, now)}${contextAfter(to.slice(to.length - end))}`;
}

/** The last words of a text. */
function contextBefore(text: string): string {
  return text.length <= contextLength ? text : `… ${text.slice(-contextLength).replace(/^\S*\s+/, '')}`;
}

/** The first words of a text. */
function contextAfter(text: string): string {
  return text.length <= contextLength ? text : `${text.slice(0, contextLength).replace(/\s+\S*$/, '')} …`;
}

/** How many characters at the start and at the end are the same, without parts of words. */
function differingPart(from: string, to: string): { start: number; end: number } {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const cutsWordStart = isWordPart(from[start]) || isWordPart(to[start]);
  const cutsWordEnd = isWordPart(from.at(-1 - end)) || isWordPart(to.at(-1 - end));
  for (let steps = 0; cutsWordStart && steps < contextLength && isWordPart(to[start - 1]); steps += 1) start -= 1;
  for (let steps = 0; cutsWordEnd && steps < contextLength && end > 0 && isWordPart(to.at(-end)); steps += 1) end -= 1;
  return { start, end };
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{Cs}]/u.test(character);
}

function changedPart(old: string, now: string): string {
  if (old.trim() === '') return keepSpaces(now, '+');
  if (now.trim() === '') return keepSpaces(old, '−');
  return `[${shorten(old)} → ${shorten(now)}]`;
}

function keepSpaces(text: string, sign: '+' | '−'): string {
  return `${/^\s/.test(text) ? ' ' : ''}[${sign} ${shorten(text)}]${/\s$/.test(text) ? ' ' : ''}`;
}

/** The beginning and the end of a long part. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxPartLength) return line;
  const half = maxPartLength / 2;
  return `${line.slice(0, half).trimEnd()} … ${line.slice(-half).trimStart()}`;
}
