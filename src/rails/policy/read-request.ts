import { HandrailError } from '../../core/errors.js';
import type { OutgoingRequest } from '../../core/risk/outgoing-request.js';
import { classifyRequest } from '../classify/request/classify-request.js';
import type { Situation } from './situation.js';

/** Reads `POST https://shop.example/order item=7`: what would be decided if an action on a page of that site sent it. */
export function readRequest(text: string, time: Date): Situation {
  const [method = '', url = '', ...words] = text.split(/\s+/);
  if (!URL.canParse(url))
    throw new HandrailError(
      'invalid_input',
      `"${url.slice(0, 80)}" is not a URL.`,
      'Example: POST https://shop.example/order item=7',
    );
  const fields = words.map((word) => {
    const [, name = word, value = ''] = /^([^=]*)=(.*)$/.exec(word) ?? [];
    return { name, value };
  });
  const request: OutgoingRequest = {
    method,
    url,
    kind: 'fetch',
    documentUrl: new URL('/', url).href,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value])).toString(),
    fields,
    submitsForm: false,
  };
  const cause = { afterAction: true, isAmbient: false, words: [], inputs: [], fieldHints: [] };
  return {
    kind: 'request',
    assessment: classifyRequest(request, cause),
    host: new URL(url).host,
    action: 'click',
    time,
  };
}
