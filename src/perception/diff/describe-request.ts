import type { Change } from '../../core/change.js';
import { cleanText, quoteText } from '../quote-text.js';

const maxUrlLength = 160;
const maxPathLength = 80;
const maxFieldNameLength = 30;
const maxValueLength = 40;
/** A request lists those fields that the page showed, and fills up to `minFields` with others. */
const maxFields = 6;
const minFields = 2;
/** So many fields are all listed. */
const maxAllFields = 4;

/** A request as one line. One that submits data names the fields. */
export function describeRequest(change: Extract<Change, { kind: 'request' }>): string {
  const { method, url, status, submitted, blocked, host = '', via, times } = change;
  const verb = cleanText(method, 12);
  if (blocked !== undefined)
    return `not sent: ${verb} ${cleanText(shortUrl(url), maxUrlLength).replaceAll(' ', '%20')}`;
  if (!submitted)
    return `request: ${verb} ${cleanText(url, maxUrlLength).replaceAll(' ', '%20')}${status === undefined ? '' : ` ${status}`}`;
  const fields = formatFields(change.sent ?? []);
  const how = via === 'message' ? 'a message to' : via === 'beacon' ? `beacon ${verb}` : verb;
  // Nobody waits for the answer to a beacon or a message.
  const answer = via ? '' : status === undefined ? ', no answer yet' : `, answered ${status}`;
  const count = times === undefined ? '' : `, ${times} times`;
  return `sent: ${how} ${cleanText(host, maxPathLength)}${pathOf(url)}${fields && ` ${fields}`}${answer}${count}`;
}

type Fields = NonNullable<Extract<Change, { kind: 'request' }>['sent']>;

function formatFields(fields: Fields): string {
  const listed = selectFields(fields).map(({ name, value }) => {
    const shown = /^(?:•+|-?\d{1,12}|true|false|null)$/.test(value) ? value : quoteText(value, maxValueLength);
    return `${cleanText(name, maxFieldNameLength)}=${shown}`;
  });
  const more = fields.length > listed.length ? [`${fields.length - listed.length} more`] : [];
  return listed.length > 0 ? `with ${[...listed, ...more].join(', ')}` : '';
}

/** Takes the fields that the page showed. If these are few, others follow; empty values and those that the page generated come last. */
function selectFields(fields: Fields): Fields {
  if (fields.length <= maxAllFields) return fields;
  const isEmptyOrGenerated = ({ value }: { value: string }): boolean => value === '' || generated.test(value);
  const isShown = ({ shown, value }: Fields[number]): boolean => shown === true && !masked.test(value);
  const shown = fields.filter(isShown).slice(0, maxFields);
  const others = fields.filter((field) => !isShown(field));
  const ordered = [...others.filter((field) => !isEmptyOrGenerated(field)), ...others.filter(isEmptyOrGenerated)];
  return [...shown, ...ordered.slice(0, Math.max(0, minFields - shown.length))];
}

/** A masked value says nothing. */
const masked = /^•+$/;

/** Masked values, and values that a page generates: identifiers and times. */
const generated = /^(?:•+|[\da-f]{12,}|\d{10,}|[\da-f]{8}-[\da-f-]{27})$/i;

/** Host and path. */
function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The host is that of the page, or the address line shows it. The query is listed as fields. */
function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return cleanText(path, maxPathLength).replaceAll(' ', '%20');
}
