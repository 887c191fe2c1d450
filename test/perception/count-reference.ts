import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';

/** The number of tokens, from the tokenizer package itself. */
export const tokens = (text: string): number => reference(text, { disallowedSpecial: new Set<string>() });
