/** A text without what people change when they copy it: case, spaces, punctuation, invisible characters. */
export interface FoldedText {
  text: string;
  /** For each folded character, its position in the original text. */
  positions: readonly number[];
  original: string;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

export function foldText(original: string): FoldedText {
  const composed = original.normalize('NFKC');
  const positions: number[] = [];
  let text = '';
  let position = 0;
  for (const character of composed) {
    if (letterOrDigit.test(character)) {
      const folded = character.toLowerCase();
      text += folded;
      for (let index = 0; index < folded.length; index += 1) positions.push(position);
    }
    position += character.length;
  }
  return { text, positions, original: composed };
}

/** The folded text alone. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A part of a folded text in its original form. */
export function originalOf({ positions, original }: FoldedText, start: number, end: number): string {
  const from = positions[start] ?? 0;
  const last = positions[end - 1] ?? from;
  const width = String.fromCodePoint(original.codePointAt(last) ?? 0).length;
  return original.slice(from, last + width);
}
