const bullet = /^\s*(?:step\s+\d+\s*[:.)-]|\(?\d{1,3}[.)]|\d{1,3}\s*[-:]\s|[-*•–—]|[a-z]\))\s+/iu;
const abbreviations = /(?:^|\s)(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|etc|inc|ltd|prof|jr|sr)\.$/iu;
const inlineNumbers = /(?:^|\s)\(?(\d{1,2})[.)]\s+(?=\p{L})/gu;

/** After these words, a number is a target and not the number of a list item. */
const pointsAtNumber =
  /(?:^|\s)(?:click|press|tap|hit|push|type|enter|choose|select|pick|open|on|to|the|and|then|button|key|number|digit|option|item|row|page|step|tab|cell)$/iu;

const clicksNothing = /(?:^|\s)(?:click|press|tap|hit|push)(?:\s+on)?\s+$/iu;

/** The sentences of a masked task, without bullets and numbers. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\r?\n+/)
    .flatMap(splitNumbers)
    .map((line) => line.replace(bullet, ''))
    .flatMap(splitLine)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}\ue100-\uf0ff]/u.test(sentence));
}

/** Splits "1. Open the menu 2. Click Save": the numbers count from 1, and the first one starts a sentence. "Click 1. Click 2." is not a list. */
function splitNumbers(line: string): string[] {
  const cuts: number[] = [];
  for (const { 0: whole, 1: number, index } of line.matchAll(inlineNumbers)) {
    const before = line.slice(0, index).trimEnd();
    const stands = cuts.length === 0 ? beginsSentence(before) : !pointsAtNumber.test(before);
    if (Number(number) !== cuts.length + 1 || !stands) continue;
    cuts.push(index + whole.search(/\S/u));
  }
  if (cuts.length < 2) return [line];
  return [line.slice(0, cuts[0]), ...cuts.map((cut, index) => line.slice(cut, cuts[index + 1]))];
}

function beginsSentence(before: string): boolean {
  return before === '' || /[.:;!?)–—-]$/u.test(before);
}

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of line.matchAll(/[.!?;](?=\s|$)/gu)) {
    const end = match.index + 1;
    if (match[0] === '.' && abbreviations.test(line.slice(start, end))) continue;
    if (/\.\.\.$/u.test(line.slice(start, end)) && /^\s+\p{Ll}/u.test(line.slice(end))) continue; // "Save As... from the menu"
    const isTarget = clicksNothing.test(line.slice(start, match.index)); // the decimal point of a calculator
    sentences.push(line.slice(start, match[0] === '?' || isTarget ? end : match.index));
    start = end;
  }
  sentences.push(line.slice(start));
  return sentences;
}
