import type { Change } from '../../core/change.js';
import { cleanText, quoteText } from '../quote-text.js';

const maxUrlLength = 160;
const maxPathLength = 80;
const maxFieldNameLength = 30;
const maxValueLength = 40;
const maxFields = 8;

/** A request as one line. One that submits data names the fields. */
export function describeRequest(change: Extract<Change, { kind: 'request' }>): string {
  const { method, url, status, submitted } = change;
  const verb = cleanText(method, 12);
  if (!submitted)
    return `request: ${verb} ${cleanText(url, maxUrlLength).replaceAll(' ', '%20')}${status === undefined ? '' : ` ${status}`}`;
  const fields = formatFields(change.sent ?? []);
  return `sent: ${verb} ${pathOf(url)}${fields && ` ${fields}`}, ${status === undefined ? 'no answer yet' : `answered ${status}`}`;
}

function formatFields(fields: NonNullable<Extract<Change, { kind: 'request' }>['sent']>): string {
  // Of many fields, the empty ones and the tokens of the page say least.
  const saysLittle = ({ value }: { value: string }): boolean => value === '' || /^•+$/.test(value);
  const ordered =
    fields.length > maxFields
      ? [...fields.filter((field) => !saysLittle(field)), ...fields.filter(saysLittle)]
      : fields;
  const listed = ordered.slice(0, maxFields).map(({ name, value }) => {
    const shown = /^(?:•+|-?\d{1,12}|true|false|null)$/.test(value) ? value : quoteText(value, maxValueLength);
    return `${cleanText(name, maxFieldNameLength)}=${shown}`;
  });
  const more = fields.length > listed.length ? [`${fields.length - listed.length} more fields`] : [];
  return listed.length > 0 ? `with ${[...listed, ...more].join(', ')}` : '';
}

/** The host is that of the page, or the address line shows it. The query is listed as fields. */
function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return cleanText(path, maxPathLength).replaceAll(' ', '%20');
}
