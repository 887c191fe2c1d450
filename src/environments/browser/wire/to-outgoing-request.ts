import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { RoutedRequest } from '../handles.js';
import { readSentFields } from '../tabs/sent-fields.js';

/** A request as `Fetch.requestPaused` describes it. */
export interface PausedRequest {
  requestId: string;
  request: {
    url: string;
    method: string;
    headers: Readonly<Record<string, string>>;
    postData?: string;
    postDataEntries?: readonly { bytes?: string }[];
  };
  frameId: string;
  resourceType: string;
  networkId?: string;
  redirectedRequestId?: string;
}

const kinds: Readonly<Record<string, OutgoingRequest['kind']>> = {
  Document: 'navigation',
  XHR: 'fetch',
  Fetch: 'fetch',
  Ping: 'beacon',
};

const maxBodyCharacters = 65_536;

export function toOutgoingRequest(
  { request, resourceType }: PausedRequest,
  documentUrl: string,
  isSubmitting: boolean,
): OutgoingRequest {
  const { url, headers } = request;
  const method = overriddenMethod(headers) ?? request.method;
  const contentType = headers['Content-Type'] ?? headers['content-type'] ?? '';
  const body = readBody(request);
  const kind = kinds[resourceType] ?? 'resource';
  return {
    method,
    url,
    kind,
    documentUrl,
    contentType,
    body,
    fields: readSentFields({ url, method, contentType, body }, () => false),
    submitsForm: kind === 'navigation' && (isSubmitting || method !== 'GET'),
  };
}

/** Frameworks take the method from such a header. */
function overriddenMethod(headers: Readonly<Record<string, string>>): string | undefined {
  const entry = Object.entries(headers).find(([name]) => /^x-(?:http-)?method(?:-override)?$/i.test(name));
  return entry && /^[a-z]{3,10}$/i.test(entry[1]) ? entry[1].toUpperCase() : undefined;
}

function readBody({ postData, postDataEntries = [] }: PausedRequest['request']): string | undefined {
  if (postData !== undefined) return postData.slice(0, maxBodyCharacters);
  if (postDataEntries.length === 0) return undefined;
  const parts = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64').toString('utf8'));
  return parts.join('').slice(0, maxBodyCharacters);
}

/** One message of a WebSocket. */
export function toMessage(url: string, body: string | undefined, documentUrl: string): OutgoingRequest {
  const data = { url, method: 'POST', contentType: '', body };
  return {
    method: 'SEND',
    url,
    kind: 'message',
    documentUrl,
    contentType: '',
    body,
    fields: readSentFields(data, () => false),
    submitsForm: false,
  };
}

/** A request that a context holds itself. */
export function fromRouted(
  { method, url, headers, postData, resourceType }: RoutedRequest,
  documentUrl: string,
): OutgoingRequest {
  const paused = { requestId: '', frameId: '', resourceType, request: { method, url, headers, postData } };
  return toOutgoingRequest(paused, documentUrl, false);
}
