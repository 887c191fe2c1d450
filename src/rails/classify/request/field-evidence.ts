import type { RiskAssessment } from '../../../core/risk/risk-class.js';
import { assess } from '../assessment.js';
import { type Amount, readAmount, readNumber } from '../read-amount.js';
import { type Field, isTechnical } from './fields.js';

const cardName =
  /^(?:.* )?(?:card ?(?:number|no|num|nr)|cardnumber|ccnumber|cc ?(?:number|num|no|csc|cvc|exp.*)|ccnum|creditcard.*|credit card.*|cvc2?|cvv2?|csc|iban|bic|sort code|routing number|account ?number|accountnumber|pan|kreditkarte.*|kontonummer)$/;
const amountName =
  /^(?:.* )?(?:amount|total|sum|price|betrag|summe|montant|importe|valor|importo|bedrag|kwota|donation|tip|value)(?: cents?| minor)?$/;
const recipientName =
  /^(?:.* )?(?:to|cc|bcc|recipients?|payee|beneficiary|receiver|addressee|empfaenger|empfanger|destinataire|destinatario|wallet|to address|to account|phone number)$/;
const messageName =
  /^(?:.* )?(?:message|msg|body|text|content|comment|comments|nachricht|mensaje|messaggio|subject|betreff|note|inquiry|feedback|reply|caption|tweet)$/;
const contactName = /^(?:.* )?(?:email|mail|phone|chat|channel|room|conversation|thread|subject|name)(?: id)?$/;
const termsName =
  /^(?:.* )?(?:terms|tos|agree|agreement|accept terms|terms accepted|accepted terms|gtc|agb|eula|i agree|privacy accepted)(?: .*)?$/;
const passwordName =
  /(?:^| )(?:password|passwd|passwort|kennwort|passphrase|pwd|pass|contrasena|senha|haslo)\d?(?: |$)/;

const isYes = (value: string): boolean => /^(?:1|on|true|yes|y|accepted|agree|ja|oui)$/i.test(value.trim());
const nameOf = ({ words }: Field): string => words.join(' ');
const has = (fields: readonly Field[], name: RegExp): Field | undefined =>
  fields.find((field) => field.value !== '' && name.test(nameOf(field)));

const minCardDigits = 13;
const maxCardDigits = 19;

/** True for the check digit of card numbers. */
function isCardNumber(value: string): boolean {
  if (!/^\d(?:[ -]?\d)+$/.test(value)) return false;
  const digits = value.replace(/\D/g, '');
  if (digits.length < minCardDigits || digits.length > maxCardDigits || !/^[3-6]/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** What fields say whatever the address is: card numbers, transfers, database commands. */
export function strongEvidence(fields: readonly Field[]): RiskAssessment | undefined {
  const card =
    has(fields, cardName) ??
    fields.find(({ value, words }) => isCardNumber(value) && !/id|time|stamp|key/.test(words.join(' ')));
  if (card) return assess('high', 'pay', `the field "${card.name}" is part of a payment`);
  const amount = has(fields, amountName);
  const recipient = has(fields, recipientName);
  if (amount && recipient && readNumber(amount.value) !== undefined)
    return assess('medium', 'pay', `the fields "${amount.name}" and "${recipient.name}" are a transfer`);
  return sqlEvidence(fields);
}

const sqlName = /^(?:.* )?(?:sql|sql query|statement|query)$/;

function sqlEvidence(fields: readonly Field[]): RiskAssessment | undefined {
  const sql = fields.find(
    (field) =>
      sqlName.test(nameOf(field)) &&
      /^\s*(?:drop|delete|truncate|alter|update|insert|grant|create|replace)\s/i.test(field.value),
  );
  if (!sql) return undefined;
  const destroys = /^\s*(?:drop|delete|truncate)\b/i.test(sql.value);
  return assess('high', destroys ? 'delete' : 'script', `the field "${sql.name}" is a database command`);
}

/** What fields say if the address says nothing else. */
export function weakEvidence(fields: readonly Field[], hints: readonly string[]): RiskAssessment | undefined {
  const own = fields.filter((field) => !isTechnical(field));
  const passwords = own.filter((field) => passwordName.test(nameOf(field)));
  if (passwords.length > 1) return assess('medium', 'credentials', `the field "${passwords[1]?.name}" sets a password`);
  const published = own.find(
    ({ words, value }) =>
      /^(?:.* )?(?:status|visibility|state|privacy)$/.test(words.join(' ')) &&
      /^(?:publish|published|public|live)$/i.test(value),
  );
  if (published) return assess('medium', 'publish', `the field "${published.name}" is "${published.value}"`);
  const message = has(own, messageName);
  const contact =
    has(
      own.filter((field) => field !== message),
      contactName,
    ) ?? has(own, recipientName);
  if (message && contact)
    return assess('medium', 'send', `the fields "${message.name}" and "${contact.name}" are a message`);
  if (own.some((field) => amountName.test(nameOf(field)) && readNumber(field.value) !== undefined))
    return assess('medium', 'pay', 'a field is an amount');
  const terms = own.find((field) => termsName.test(nameOf(field)) && isYes(field.value));
  if (terms) return assess('medium', 'accept_terms', `the field "${terms.name}" accepts terms`);
  const file = own.find(({ value }) => /^file .+/.test(value) && value !== 'file (none)');
  if (file) return assess('medium', 'upload', `the field "${file.name}" is a file`);
  if (message) return assess('medium', 'send', `the field "${message.name}" is a message`);
  if (hints.some((hint) => /^cc-|card.?number|cvc|cvv|iban/i.test(hint)))
    return assess('medium', 'pay', 'the form has fields of a payment');
  return undefined;
}

const userName =
  /^(?:.* )?(?:user|username|user name|userid|user id|email|e mail|mail|login|log|account|identifier|benutzername|phone|id|customer|name)$/;
const loginExtra =
  /^(?:.* )?(?:remember|remember me|rememberme|keep|redirect|redirect to|return|return url|return to|next|submit|commit|otp|code|testcookie|provider|grant type|client id|scope|device|realm|domain|continue|login|button|btn.*|wp submit)$/;

/** A user name and one password, and nothing else. */
export function isLogin(fields: readonly Field[]): boolean {
  const own = fields.filter((field) => !isTechnical(field));
  const passwords = own.filter((field) => passwordName.test(nameOf(field)));
  const others = own.filter((field) => !passwords.includes(field));
  const isRest = (field: Field) => userName.test(nameOf(field)) || loginExtra.test(nameOf(field));
  return passwords.length === 1 && others.some((field) => userName.test(nameOf(field))) && others.every(isRest);
}

const searchKey =
  /^(?:.* )?(?:q|query|search|s|term|keyword|keywords|suche|filter|filters|facets?|page|paged|page number|offset|cursor|sort|sort by|sorting|draw|start)$/;
const searchExtra =
  /^(?:.* )?(?:limit|size|per page|page size|pagesize|rows|length|order|order by|orderby|direction|dir|desc|asc|category|cat|categories|brand|brands|color|colour|min|max|from|until|range|in stock|type|types|lang|locale|columns|column|data|name|searchable|orderable|regex|value|index name|indexname|params|highlight|fields|include|exclude|view|tab|after|before|first|last|count|match|all|must|multi match|bool|source|aggs|track total hits|submit|commit|go)$/;

/** Only words to search for, filters, sorting and pages. */
export function isSearch(fields: readonly Field[]): boolean {
  const own = fields.filter((field) => !isTechnical(field));
  if (own.length === 0) return false;
  const isPart = (field: Field) => searchKey.test(nameOf(field)) || searchExtra.test(nameOf(field));
  return own.some((field) => searchKey.test(nameOf(field))) && own.every(isPart);
}

/** The amount that a request names: a price with its currency, or an amount next to a field `currency`. */
export function amountOf(fields: readonly Field[]): Amount | undefined {
  const field = has(fields, amountName);
  if (!field) return undefined;
  const written = readAmount(field.value);
  if (written) return written;
  const value = readNumber(field.value);
  if (value === undefined) return undefined;
  const isMinor = /(?:cents?|minor)$/.test(nameOf(field));
  const currency =
    fields.find(({ words }) => words.at(-1) === 'currency' || words.at(-1) === 'waehrung')?.value.toUpperCase() ?? '';
  return { value: isMinor ? value / 100 : value, currency };
}
