import type { Step } from '../instruction.js';

interface Superlative {
  words: RegExp;
  most: boolean;
  /** What is compared: words of a column, or a kind of value. */
  measure: string;
}

const superlatives: readonly Superlative[] = [
  {
    words: /^(?:cheapest|least expensive|lowest[- ]priced|lowest[- ]cost|most affordable)\b/iu,
    most: false,
    measure: 'price',
  },
  { words: /^(?:most expensive|priciest|dearest|highest[- ]priced)\b/iu, most: true, measure: 'price' },
  { words: /^(?:highest|best|top)[- ](?:rated|rating|reviewed)\b/iu, most: true, measure: 'rating' },
  { words: /^(?:lowest|worst)[- ](?:rated|rating)\b/iu, most: false, measure: 'rating' },
  { words: /^(?:newest|latest|most recent)\b/iu, most: true, measure: 'date' },
  { words: /^(?:oldest|earliest)\b/iu, most: false, measure: 'date' },
  { words: /^(?:shortest|quickest|fastest)\b/iu, most: false, measure: 'duration' },
  { words: /^(?:longest|slowest)\b/iu, most: true, measure: 'duration' },
];

const withMeasure =
  /^(.*?)\s*(?:with|that has|having)\s+(?:the\s+)?(highest|lowest|largest|smallest|biggest|greatest|most|least|fewest|maximum|minimum|earliest|latest|shortest|longest)\s+(.+)$/iu;
const withExtreme =
  /^(.*?)\s*(?:with|that has|having)\s+(?:the\s+)?((?:cheapest|least expensive|most expensive|priciest|dearest)\b.*)$/iu;
const named = /^(highest|lowest|largest|smallest|biggest|greatest)\s+(.+)$/iu;
const upwards = /^(?:highest|largest|biggest|greatest|most|maximum|latest|longest)$/iu;

/** "the cheapest flight", "the product with the highest rating": which row is meant; nothing when no superlative is used. */
export function readSuperlative(phrase: string, verb: string): Extract<Step, { do: 'best' }> | undefined {
  const bare = phrase.replace(/^(?:the|a|an)\s+/iu, '');
  for (const { words, most, measure } of superlatives) {
    const match = words.exec(bare);
    if (match) return { do: 'best', verb, most, measure, of: bare.slice(match[0].length).trim() };
  }
  const extreme = withExtreme.exec(bare);
  if (extreme) return readSuperlative(extreme[2] ?? '', verb);
  const measured = withMeasure.exec(bare);
  if (measured)
    return {
      do: 'best',
      verb,
      most: upwards.test(measured[2] ?? ''),
      measure: measured[3] ?? '',
      of: measured[1] ?? '',
    };
  const plain = named.exec(bare);
  return plain ? { do: 'best', verb, most: upwards.test(plain[1] ?? ''), measure: plain[2] ?? '', of: '' } : undefined;
}
