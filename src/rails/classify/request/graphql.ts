import { isRecord } from '../../../core/is-record.js';

/** One operation of a GraphQL request. */
export interface GraphqlOperation {
  type: 'query' | 'mutation' | 'subscription';
  /** Its name, and the fields at its top. */
  names: readonly string[];
}

/** A document, without its strings and comments. */
function strip(text: string): string {
  return text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"/g, '""').replace(/#[^\n]*/g, '');
}

const definition = /(?:^|[}\s])(query|mutation|subscription)\b\s*([_A-Za-z]\w*)?[^{]*\{\s*([\s\S]*)/;
const maxRootFields = 10;

/** The operations of a GraphQL document. Empty if the text is none. */
export function readDocument(text: string, operationName?: string): GraphqlOperation[] {
  const plain = strip(text).trim();
  if (!plain.includes('{')) return [];
  if (plain.startsWith('{')) return [{ type: 'query', names: rootFields(plain.slice(1)) }];
  const found: (GraphqlOperation & { name: string })[] = [];
  let rest = ` ${plain}`;
  for (;;) {
    const match = definition.exec(rest);
    if (!match) break;
    const [, type = '', name = '', body = ''] = match;
    if (type === 'query' || type === 'mutation' || type === 'subscription')
      found.push({ type, name, names: [name, ...rootFields(body)].filter(Boolean) });
    rest = body;
  }
  const selected = found.filter(({ name }) => name === operationName);
  return selected.length > 0 ? selected : found;
}

/** The names of the fields directly inside the braces. An alias is followed by the field. */
function rootFields(body: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token] of body.matchAll(/[{}()]|\.\.\.|[_A-Za-z]\w*(?:\s*:\s*[_A-Za-z]\w*)?/g)) {
    if (token === '{' || token === '(') depth += 1;
    else if (token === '}' || token === ')') depth -= 1;
    else if (depth === 0 && token !== '...') names.push(token.split(':').at(-1)?.trim() ?? '');
    if (depth < 0 || names.length >= maxRootFields) break;
  }
  return names;
}

/** The operations of a GraphQL request, of any shape: one, a list, a persisted query. Undefined if it is none. */
export function readGraphql(json: unknown, path: string): GraphqlOperation[] | undefined {
  if (Array.isArray(json)) {
    const all = json.map((one) => readGraphql(one, path));
    return all.length > 0 && all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (!isRecord(json)) return undefined;
  const { query, operationName, extensions } = json;
  const name = typeof operationName === 'string' ? operationName : undefined;
  if (typeof query === 'string') {
    const operations = readDocument(query, name);
    if (operations.length > 0) return operations;
  }
  const id = json.id ?? json.documentId ?? json.doc_id ?? json.queryId ?? json.hash;
  const isPersisted = isRecord(extensions) && 'persistedQuery' in extensions;
  if (name !== undefined && (isPersisted || id !== undefined || /graphql|gql/i.test(path)))
    return [{ type: typeOfName(name, /mutation/i.test(String(json.type ?? ''))), names: [name] }];
  return undefined;
}

/** A persisted query shows only its name: `GetOrders`, `SearchPageQuery`, `PlaceOrderMutation`. */
function typeOfName(name: string, isMutation: boolean): GraphqlOperation['type'] {
  const reads = /^(?:get|list|search|fetch|load|find|query|read|show|view|use|browse)(?=[A-Z_\d]|$)|query$/i.test(name);
  return reads && !isMutation && !/mutation/i.test(name) ? 'query' : 'mutation';
}
