const bullet = /^\s*(?:step\s+\d+\s*[:.)-]|\(?\d{1,3}[.)]|\d{1,3}\s*[-:]\s|[-*•–—]|[a-z]\))\s+/iu;
const abbreviations = /(?:^|\s)(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|etc|inc|ltd|prof|jr|sr)\.$/iu;
const inlineNumbers = /(?:^|\s)\(?(\d{1,2})[.)]\s+(?=\p{L})/gu;

/** The sentences of a task, in order, without bullets and numbers. Works on masked text. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\r?\n+/)
    .flatMap(splitNumbers)
    .map((line) => line.replace(bullet, ''))
    .flatMap(splitLine)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}\ue100-\uf0ff]/u.test(sentence));
}

/** "1. Open the menu 2. Click Save" on one line, when the numbers count up from 1. */
function splitNumbers(line: string): string[] {
  const found = [...line.matchAll(inlineNumbers)];
  if (found.length < 2 || !found.every((match, index) => Number(match[1]) === index + 1)) return [line];
  const cuts = found.map((match) => match.index);
  return [line.slice(0, cuts[0]), ...cuts.map((cut, index) => line.slice(cut, cuts[index + 1]).trimStart())];
}

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of line.matchAll(/[.!?;](?=\s|$)/gu)) {
    const end = match.index + 1;
    if (match[0] === '.' && abbreviations.test(line.slice(start, end))) continue;
    sentences.push(line.slice(start, match[0] === '?' ? end : match.index));
    start = end;
  }
  sentences.push(line.slice(start));
  return sentences;
}
