import type { Operation } from '../instruction.js';

interface Superlative {
  words: RegExp;
  isHighest: boolean;
  /** What is compared: a kind of value, such as the price. */
  measure: string;
}

const superlatives: readonly Superlative[] = [
  {
    words: /^(?:cheapest|least expensive|lowest[- ]priced|lowest[- ]cost|most affordable)\b/iu,
    isHighest: false,
    measure: 'price',
  },
  { words: /^(?:most expensive|priciest|dearest|highest[- ]priced)\b/iu, isHighest: true, measure: 'price' },
  { words: /^(?:highest|best|top)[- ](?:rated|rating|reviewed)\b/iu, isHighest: true, measure: 'rating' },
  { words: /^(?:lowest|worst)[- ](?:rated|rating)\b/iu, isHighest: false, measure: 'rating' },
  { words: /^(?:newest|latest|most recent)\b/iu, isHighest: true, measure: 'date' },
  { words: /^(?:oldest|earliest)\b/iu, isHighest: false, measure: 'date' },
  { words: /^(?:shortest|quickest|fastest)\b/iu, isHighest: false, measure: 'duration' },
  { words: /^(?:longest|slowest)\b/iu, isHighest: true, measure: 'duration' },
];

const withMeasure =
  /^(.*?)\s*(?:with|that has|having)\s+(?:the\s+)?(highest|lowest|largest|smallest|biggest|greatest|most|least|fewest|maximum|minimum|earliest|latest|shortest|longest)\s+(.+)$/iu;
const withExtreme =
  /^(.*?)\s*(?:with|that has|having)\s+(?:the\s+)?((?:cheapest|least expensive|most expensive|priciest|dearest)\b.*)$/iu;
const named = /^(highest|lowest|largest|smallest|biggest|greatest)\s+(.+)$/iu;
const highestWords = /^(?:highest|largest|biggest|greatest|most|maximum|latest|longest)$/iu;

/** "the cheapest flight", "the product with the highest rating". Returns undefined without a superlative. */
export function readSuperlative(
  phrase: string,
  verb: string,
): Extract<Operation, { kind: 'pick_extreme' }> | undefined {
  const bare = phrase.replace(/^(?:the|a|an)\s+/iu, '');
  for (const { words, isHighest, measure } of superlatives) {
    const match = words.exec(bare);
    if (match)
      return { kind: 'pick_extreme', verb, highest: isHighest, measure, of: bare.slice(match[0].length).trim() };
  }
  const extreme = withExtreme.exec(bare);
  if (extreme) return readSuperlative(extreme[2] ?? '', verb);
  const measured = withMeasure.exec(bare);
  if (measured)
    return {
      kind: 'pick_extreme',
      verb,
      highest: highestWords.test(measured[2] ?? ''),
      measure: measured[3] ?? '',
      of: measured[1] ?? '',
    };
  const plain = named.exec(bare);
  return plain
    ? { kind: 'pick_extreme', verb, highest: highestWords.test(plain[1] ?? ''), measure: plain[2] ?? '', of: '' }
    : undefined;
}
