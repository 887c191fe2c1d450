import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const slice = 200_000;

/** o200k tokens of `text`; long texts are counted in slices, which is off by a token a slice at most. @param {string} text */
export function tokens(text) {
  let sum = 0;
  for (let start = 0; start < text.length; start += slice) {
    sum += countTokens(text.slice(start, start + slice), { allowedSpecial: new Set(), disallowedSpecial: new Set() });
  }
  return sum;
}
