import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const chunkLength = 200_000;

/** The o200k tokens of `text`. A long text is counted in chunks, with an error of at most one token per chunk. @param {string} text */
export function tokens(text) {
  let sum = 0;
  for (let start = 0; start < text.length; start += chunkLength) {
    sum += countTokens(text.slice(start, start + chunkLength), {
      allowedSpecial: new Set(),
      disallowedSpecial: new Set(),
    });
  }
  return sum;
}
