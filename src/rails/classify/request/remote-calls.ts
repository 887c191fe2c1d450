import { isRecord } from '../../../core/is-record.js';
import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';

/** The names of the procedures that a request calls: JSON-RPC, XML-RPC, SOAP, GWT, Livewire, Aura. Undefined if it is none of them. */
export function readCalls(request: OutgoingRequest, json: unknown): string[] | undefined {
  return (json === undefined ? undefined : readJsonCalls(json)) ?? readTextCalls(request);
}

function readJsonCalls(json: unknown): string[] | undefined {
  if (Array.isArray(json)) {
    const all = json.map(readJsonCalls);
    return all.length > 0 && all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (!isRecord(json)) return undefined;
  const { method, params, components } = json;
  if (typeof method === 'string' && ('jsonrpc' in json || ('params' in json && 'id' in json))) {
    // Odoo calls every method of a model through one procedure.
    const inner = isRecord(params) && typeof params.method === 'string' ? params.method : undefined;
    return [inner ?? method.split(/[./]/).at(-1) ?? method];
  }
  if (Array.isArray(components) && components.every((one) => isRecord(one) && 'snapshot' in one))
    return components.flatMap((one) => (isRecord(one) ? readLivewire(one) : []));
  return undefined;
}

/** Setting properties and turning pages has no name of its own: it counts as `view`. */
function readLivewire({ calls }: Record<string, unknown>): string[] {
  if (!Array.isArray(calls) || calls.length === 0) return ['view'];
  return calls.map((call) => {
    const method = isRecord(call) && typeof call.method === 'string' ? call.method : '';
    return /^\$|^(?:goto|next|previous|set)Page$/.test(method) ? 'view' : method;
  });
}

function readTextCalls({ contentType, body = '' }: OutgoingRequest): string[] | undefined {
  if (/x-gwt-rpc/i.test(contentType)) {
    const parts = body.split('|');
    const service = parts.findIndex((part) => /^[\w$]+(?:\.[\w$]+)+$/.test(part));
    const method = parts[service + 1];
    return service >= 0 && method !== undefined && /^\w+$/.test(method) ? [method] : [];
  }
  if (/xml/i.test(contentType)) {
    const method = /<methodName>\s*([\w.]+)/.exec(body)?.[1];
    if (method !== undefined) return [method.split('.').at(-1) ?? method];
    const operation = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?([A-Za-z]\w*)/.exec(body)?.[1];
    return operation === undefined ? undefined : [operation];
  }
  const actions = [...body.slice(0, 20_000).matchAll(/ACTION(?:\$|%24)(\w+)/g)].map(([, name = '']) => name);
  return actions.length > 0 ? actions : undefined;
}
