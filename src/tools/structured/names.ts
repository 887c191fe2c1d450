/** Synonyms. The first word of a list replaces the others. */
const synonyms = [
  ['name', 'title', 'product', 'item', 'heading', 'label', 'headline'],
  ['price', 'cost', 'rate', 'fee', 'charge', 'amount'],
  ['quantity', 'qty', 'units', 'pieces', 'pcs'],
  ['number', 'no', 'nr', 'num', 'id', 'identifier', 'code', 'reference', 'ref', 'sku', 'article'],
  ['date', 'day', 'published', 'when', 'on', 'created', 'datetime'],
  ['email', 'mail'],
  ['phone', 'telephone', 'tel', 'mobile', 'cell'],
  ['image', 'img', 'picture', 'photo', 'thumbnail'],
  ['url', 'link', 'href', 'website', 'homepage', 'site'],
  ['description', 'about', 'summary', 'abstract', 'details', 'text', 'body'],
  ['total', 'sum'],
  ['colour', 'color'],
  ['author', 'by', 'byline', 'writer', 'creator'],
  ['rating', 'stars', 'score', 'ratingvalue'],
  ['category', 'type', 'kind', 'genre', 'section'],
  ['zip', 'postcode', 'postal', 'postalcode', 'zipcode'],
  ['first', 'given', 'forename'],
  ['last', 'family', 'surname'],
  ['available', 'availability', 'stock', 'instock'],
  ['company', 'organization', 'organisation', 'employer', 'vendor', 'supplier'],
  ['location', 'place', 'city', 'town', 'locality'],
  ['job', 'position', 'role', 'occupation'],
  ['delivery', 'shipping'],
  ['tax', 'vat'],
  ['customer', 'client', 'buyer'],
  ['reviews', 'reviewcount', 'ratingcount'],
];
const canonicalWords = new Map(synonyms.flatMap(([first = '', ...rest]) => rest.map((word) => [word, first] as const)));
const stopWords = new Set(['the', 'a', 'an', 'of', 'your', 'in', 'for', 'to', 'and', 'is', 'this', 'value', 'with']);

/** Splits a name into words: `unitPrice` and `Unit price (€):` give the same words. */
export function toWords(text: string): string[] {
  const split = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .replace(/#/g, ' number ')
    .replace(/\be-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u);
  const words = split.filter((word) => word && !stopWords.has(word)).map(singular);
  return words.length > 0 ? words : split.filter(Boolean);
}

function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word) || canonicalWords.has(word)) return word;
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

function toCanonical(word: string): string {
  return canonicalWords.get(word) ?? word;
}

/** The similarity of a label to the best of the names: 0 for no common word, 1 for the same words. */
export function similarity(names: readonly string[], label: string): number {
  const labelWords = toWords(label);
  if (labelWords.length === 0) return 0;
  return Math.max(
    0,
    ...names.map((name, index) => compare(toWords(name), labelWords) * (index === 0 ? 1 : index === 1 ? 0.95 : 0.85)),
  );
}

function compare(nameWords: string[], labelWords: string[]): number {
  if (nameWords.length === 0) return 0;
  if (nameWords.join('') === labelWords.join('')) return 1;
  const [wanted, found] = [nameWords.map(toCanonical), labelWords.map(toCanonical)];
  if (wanted.join(' ') === found.join(' ') || wanted.join('') === found.join('')) return 0.92;
  if (sameSet(wanted, found)) return 0.88;
  // A long description contains the label among its words.
  if (nameWords.length > 5) return found.every((word) => wanted.includes(word)) ? 0.6 : 0;
  const shared = wanted.filter((word) => found.includes(word)).length;
  if (shared === 0) return 0;
  if (shared === wanted.length) return Math.max(0.5, 0.8 - 0.08 * (found.length - shared));
  if (shared === found.length) return wanted.at(-1) === found.at(-1) ? 0.7 : 0.55;
  return shared / (wanted.length + found.length - shared) >= 0.5 ? 0.45 : 0.2;
}

function sameSet(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}
