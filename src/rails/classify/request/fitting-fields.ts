import type { RequestCause } from '../../../core/risk/outgoing-request.js';
import { type Field, isTechnical } from './fields.js';

/** Names of fields that say: a part of a list, a word to look for, a view. */
const readingName =
  /^(?:.* )?(?:q|qs|query|queries|search|searches|searchable|term|terms|keyword|keywords|text|prefix|suche|filter|filters|facet|facets|page|paged|page (?:number|size|index|no)|pagesize|per page|offset|cursor|limit|skip|take|rows|sort|sorted|sort by|sorting|order by|orderby|order|direction|group by|draw|start|size|first|last|after|before|since|until|from|to|bbox|bounds|zoom|lat|lng|lon|radius|range|columns|fields|params|aggs|match|variables|operation name|viewport|timezone|lang|locale|snapshot|updates|tab|view)$/;
/** Names of fields of a report about the page. */
const reportName =
  /^(?:.* )?(?:event|events|event (?:id|name|type)|ev|en|e|type|name|action|metric|metrics|level|log|logs|batch|payload|properties|props|context|ts|t|time|timestamp|sent at|session|session id|sid|cid|tid|client id|visitor id|anonymous id|distinct id|user agent|url|dl|dt|dr|path|location|referrer|page|title|position|duration|value|stack|dsn|sdk|report|csp report|purposes|is typing|typing|online|status|state|cursor|count|seen|viewed)$/;
/** Names of fields of a login. */
const loginName =
  /^(?:.* )?(?:user|username|user name|login|log|email|e mail|mail|phone|password|passwd|passwort|kennwort|pwd|pass|otp|totp|code|pin|token|id token|refresh token|assertion|credential|saml ?response|saml ?request|relay state|grant type|client id|provider|state|nonce|identifier|benutzername|account|realm|domain|device|challenge)$/;

const purposes = { reads: readingName, ambient: reportName, login: loginName } as const;

/**
 * Whether the fields of a request are what its address promises: a search sends words, filters or a page, a report sends events, a login sends a
 * user. A page can send an order to `/search`.
 */
export function fitsAddress(
  fields: readonly Field[],
  promise: keyof typeof purposes,
  { inputs }: Pick<RequestCause, 'inputs'>,
): boolean {
  const own = fields.filter((field) => !isTechnical(field) && field.value !== '');
  if (own.length === 0) return true;
  if (
    own.some(
      ({ words, path }) => purposes[promise].test(words.join(' ')) || path.some((part) => purposes[promise].test(part)),
    )
  )
    return true;
  return promise !== 'login' && own.every(({ value }) => isEntered(value, inputs) || !isReference(value));
}

const eventName = /^(?:event|events|event (?:name|type|id)|metric|metrics)$/;
const reporterName =
  /^(?:api key|write key|properties|props|distinct id|anonymous id|client id|visitor id|device id|session id|timestamp|ts|sent at|user agent|referrer|sdk|lib)$/;

/** The events of a tool for analytics, wherever it sends them. */
export function isReport(fields: readonly Field[]): boolean {
  const names = fields.flatMap(({ words, path }) => [words.join(' '), ...path]);
  return names.some((name) => eventName.test(name)) && names.some((name) => reporterName.test(name));
}

/** Whether what an action typed or chose is sent, and nothing else that says something. */
export function sendsOnlyInput(
  fields: readonly Field[],
  { entered = '', inputs }: Pick<RequestCause, 'entered' | 'inputs'>,
): boolean {
  const own = fields.filter((field) => !isTechnical(field));
  const isTyped = ({ value }: Field) => isPartOf(value, entered, inputs);
  if (!own.some(isTyped)) return false;
  return own.every((field) => isTyped(field) || isEntered(field.value, inputs) || saysNothing(field));
}

/** A field contains what it showed before, and the letters that were typed so far. */
function isPartOf(value: string, entered: string, inputs: readonly string[]): boolean {
  if (value === '' || entered === '') return false;
  return ['', ...inputs].some(
    (before) =>
      value.length > before.length &&
      value.startsWith(before) &&
      entered.trim().startsWith(value.slice(before.length).trim()),
  );
}

function saysNothing({ value, words }: Field): boolean {
  return /^(?:|true|false|null|\d{1,2}|[a-z]{2}(?:-[a-z]{2})?)$/i.test(value) || readingName.test(words.join(' '));
}

function isEntered(value: string, inputs: readonly string[]): boolean {
  const text = value.trim().toLowerCase();
  return inputs.some((input) => input.trim().toLowerCase() === text);
}

/** A number of an object, an amount, an address: a value that stands for something in particular. */
function isReference(value: string): boolean {
  return /\d/.test(value) && !/^\d{1,2}$/.test(value) ? true : /@/.test(value);
}
