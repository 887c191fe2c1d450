/** An amount of money in a text. `currency` is an ISO code, or the sign if several currencies use it. */
export interface Amount {
  value: number;
  currency: string;
}

/** Signs and words of currencies, lower case. The longer ones come first in the expression. */
const currencies: Readonly<Record<string, string>> = {
  us$: 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  nt$: 'TWD',
  s$: 'SGD',
  mx$: 'MXN',
  r$: 'BRL',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  円: 'JPY',
  元: 'CNY',
  '₩': 'KRW',
  원: 'KRW',
  '₽': 'RUB',
  'руб.': 'RUB',
  руб: 'RUB',
  '₴': 'UAH',
  грн: 'UAH',
  '₹': 'INR',
  'rs.': 'INR',
  '₺': 'TRY',
  tl: 'TRY',
  '₫': 'VND',
  đ: 'VND',
  rp: 'IDR',
  '₪': 'ILS',
  '฿': 'THB',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  leu: 'RON',
  'fr.': 'CHF',
  sfr: 'CHF',
  kr: 'SEK',
  'kr.': 'DKK',
  'د.إ': 'AED',
  'ر.س': 'SAR',
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
};
const codes =
  'eur usd gbp chf jpy cny krw rub uah inr try vnd idr ils thb pln czk huf ron sek nok dkk isk bgn cad aud nzd hkd twd sgd mxn brl ars clp cop zar aed sar egp php myr';
for (const code of codes.split(' ')) Object.assign(currencies, { [code]: code.toUpperCase() });

const names = Object.keys(currencies)
  .sort((one, other) => other.length - one.length)
  .map((name) => name.replace(/[.$]/g, '\\$&'))
  .join('|');
const number = String.raw`\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
const before = new RegExp(`(?<![a-zа-я])(${names})\\s?(-?)(${number})`, 'i');
const after = new RegExp(`(-?)(?<![\\d.,])(${number})(?:[.,]-)?\\s?(${names})(?![a-zа-яäöüß])`, 'i');
const maxCharacters = 400;

/** The first price with a currency in a text: "€12.50", "12,50 €", "1.299,00 EUR", "US$ 1,299". Undefined if there is none. */
export function readAmount(text: string): Amount | undefined {
  const plain = text.slice(0, maxCharacters).replace(/[\u00a0\u202f\u2009]/g, ' ');
  if (!/\d/.test(plain)) return undefined;
  const first = before.exec(plain);
  const second = after.exec(plain);
  if (first && (!second || first.index <= second.index)) return toAmount(first[3], first[1]);
  return second ? toAmount(second[2], second[3]) : undefined;
}

function toAmount(digits: string | undefined, sign: string | undefined): Amount | undefined {
  const currency = currencies[(sign ?? '').toLowerCase()];
  const value = readNumber(digits ?? '');
  return currency === undefined || value === undefined ? undefined : { value, currency };
}

/** A number with any separators: the last one starts the decimals if two digits or one follow it. */
export function readNumber(text: string): number | undefined {
  const compact = text.replace(/[\s'’]/g, '');
  const [, whole, decimals] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(compact) ?? [];
  const digits = (whole ?? '').replace(/[.,]/g, '');
  if (!/^\d+$/.test(digits)) return undefined;
  return Number(decimals === undefined ? digits : `${digits}.${decimals}`);
}
