import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock, ReadRequest, ReadResult, ReadResults } from '../../core/read.js';
import type { ToolContext } from '../context.js';
import { allInside } from '../target/all-inside.js';

type Eyes = Pick<ToolContext, 'observe' | 'read'>;

/** What can be read of a screen that is no page: tables, lists and fields are made of the elements that are seen there. */
export async function readScreen<R extends ReadRequest>(request: R, eyes: Eyes): Promise<ReadResult<R>>;
export async function readScreen(request: ReadRequest, eyes: Eyes): Promise<ReadResult> {
  const { what } = request;
  const isCss = 'css' in request && request.css !== undefined;
  if (isCss || what === 'html')
    throw new HandrailError(
      'unsupported',
      `${isCss ? 'CSS selectors are' : 'HTML is'} for pages in a browser; this screen has none.`,
      isCss ? 'Name an element id or a phrase.' : 'Read the text instead.',
    );
  return what === 'data' ? { blocks: blocksOf(await part(request.element, eyes)) } : eyes.read(request);
}

/** The same for whoever asks pages first: where there is none, what only pages have is answered with nothing. */
export async function readAnyScreen<R extends ReadRequest>(request: R, eyes: Eyes): Promise<ReadResult<R>>;
export async function readAnyScreen(request: ReadRequest, eyes: Eyes): Promise<ReadResult> {
  if (request.what === 'elements') return { elements: [], total: 0 } satisfies ReadResults['elements'];
  if (request.what === 'html') return { html: '', truncated: false } satisfies ReadResults['html'];
  return readScreen(request, eyes);
}

/** What is shown, or everything inside an element. */
async function part(element: ElementId | undefined, eyes: Eyes): Promise<Element[]> {
  return element === undefined ? (await eyes.observe({ budget: 1 })).elements : allInside(eyes, element);
}

/** Rows of tables as tables, and what fields hold as one form. */
function blocksOf(elements: readonly Element[]): DataBlock[] {
  const tables = new Map<ElementId, Map<number, string[]>>();
  for (const { role, list, name, value } of elements) {
    if (!list || (role !== 'TableCell' && role !== 'ListItem' && role !== 'TableRow')) continue;
    const rows = tables.get(list.of) ?? new Map<number, string[]>();
    rows.set(list.row, [...(rows.get(list.row) ?? []), value ?? name]);
    tables.set(list.of, rows);
  }
  const fields = elements
    .filter(({ role, name }) => name !== '' && /^(?:TextInput|Checkbox|Radio|Dropdown)$/.test(role))
    .map(({ role, name, value, states }) => ({
      label: name,
      value: role === 'Checkbox' || role === 'Radio' ? states.includes('checked') : (value ?? ''),
    }));
  return [
    ...[...tables].map(([element, rows]) => tableOf(element, rows)),
    ...(fields.length > 0 ? [{ kind: 'form' as const, fields }] : []),
  ];
}

function tableOf(element: ElementId, byRow: ReadonlyMap<number, string[]>): DataBlock {
  const rows = [...byRow].sort(([one], [other]) => one - other).map(([, cells]) => cells);
  return rows.every(({ length }) => length === 1)
    ? { kind: 'list', items: rows.flat(), element }
    : { kind: 'table', headers: [], rows, element };
}
