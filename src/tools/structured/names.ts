/** How well a label on a page answers to the name of a property. */

/** Words for one thing; the first stands for all. */
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
const standsFor = new Map(synonyms.flatMap(([first = '', ...rest]) => rest.map((word) => [word, first] as const)));
const empty = new Set(['the', 'a', 'an', 'of', 'your', 'in', 'for', 'to', 'and', 'is', 'this', 'value', 'with']);

/** `unitPrice` and `Unit price (€):` are the same words. */
export function wordsOf(text: string): string[] {
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
  const words = split.filter((word) => word && !empty.has(word)).map(singular);
  return words.length > 0 ? words : split.filter(Boolean);
}

function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word) || standsFor.has(word)) return word;
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

function plainest(word: string): string {
  return standsFor.get(word) ?? word;
}

/** From 0, nothing in common, to 1, the same words. */
export function likeness(names: readonly string[], label: string): number {
  const said = wordsOf(label);
  if (said.length === 0) return 0;
  return Math.max(
    0,
    ...names.map((name, index) => compare(wordsOf(name), said) * (index === 0 ? 1 : index === 1 ? 0.95 : 0.85)),
  );
}

function compare(wanted: string[], said: string[]): number {
  if (wanted.length === 0) return 0;
  if (wanted.join('') === said.join('')) return 1;
  const [asked, told] = [wanted.map(plainest), said.map(plainest)];
  if (asked.join(' ') === told.join(' ') || asked.join('') === told.join('')) return 0.92;
  if (sameSet(asked, told)) return 0.88;
  // A long description says the label somewhere among its words.
  if (wanted.length > 5) return told.every((word) => asked.includes(word)) ? 0.6 : 0;
  const shared = asked.filter((word) => told.includes(word)).length;
  if (shared === 0) return 0;
  if (shared === asked.length) return Math.max(0.5, 0.8 - 0.08 * (told.length - shared));
  if (shared === told.length) return lastWord(asked) === lastWord(told) ? 0.7 : 0.55;
  return shared / (asked.length + told.length - shared) >= 0.5 ? 0.45 : 0.2;
}

function sameSet(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}

function lastWord(words: string[]): string | undefined {
  return words.at(-1);
}
