import type { SentField } from '../../../core/change.js';
import { isSecretName, isSecretParameter } from '../../../core/secrets/secret-names.js';
import { maskedValue } from '../../../perception/ui-map/element-line.js';

const maxFields = 40;
const maxValueLength = 200;

/** What a request sent: the body, or the query of a GET request. */
export interface SentData {
  url: string;
  method: string;
  contentType: string;
  body?: string;
}

/** The fields that a request sent, as far as they can be read. `isSecret` recognizes values that must not be shown. */
export function readSentFields(data: SentData, isSecret: (value: string) => boolean): SentField[] {
  return readFields(data, isSecret)
    .slice(0, maxFields)
    .map(({ name, value }) => ({
      name,
      value: isSecretField(name) || (value !== '' && isSecret(value)) ? maskedValue : value.slice(0, maxValueLength),
    }));
}

/** Security tokens of a page are secrets, too. */
function isSecretField(name: string): boolean {
  return isSecretName(name) || isSecretParameter(name) || /csrf|xsrf|nonce|__?requestverification/i.test(name);
}

function readFields({ url, method, contentType, body }: SentData, isSecret: (value: string) => boolean): SentField[] {
  if (method === 'GET') return URL.canParse(url) ? toFields(new URL(url).searchParams) : [];
  if (body === undefined) return [];
  if (contentType.startsWith('application/x-www-form-urlencoded')) return toFields(new URLSearchParams(body));
  if (contentType.startsWith('multipart/form-data')) return readMultipart(contentType, body);
  if (/^application\/(?:[\w.+-]+\+)?json/.test(contentType) || /^\s*[{[]/.test(body)) return readJson(body, isSecret);
  return [];
}

function toFields(parameters: URLSearchParams): SentField[] {
  return [...parameters].map(([name, value]) => ({ name, value }));
}

function readMultipart(contentType: string, body: string): SentField[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!boundary) return [];
  return body.split(`--${boundary}`).flatMap((part): SentField[] => {
    const [, head = '', content = ''] = /^\r?\n(.*?)\r?\n\r?\n(.*?)\r?\n?$/s.exec(part) ?? [];
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    const file = /\bfilename="([^"]*)"/.exec(head)?.[1];
    return name === undefined ? [] : [{ name, value: file === undefined ? content : `file ${file || '(none)'}` }];
  });
}

/** The fields of a JSON object. Nested values are shown as JSON, without those that are secret. */
function readJson(body: string, isSecret: (value: string) => boolean): SentField[] {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
    return Object.entries(parsed).map(([name, value]) => ({ name, value: formatJson(value, isSecret) }));
  } catch {
    return []; // cut off, or not JSON
  }
}

function formatJson(value: unknown, isSecret: (value: string) => boolean): string {
  if (typeof value === 'string') return value;
  const isHidden = (name: string, inner: unknown) =>
    isSecretField(name) || ((typeof inner === 'string' || typeof inner === 'number') && isSecret(String(inner)));
  return JSON.stringify(value, (name, inner: unknown) => (isHidden(name, inner) ? maskedValue : inner)) ?? '';
}
