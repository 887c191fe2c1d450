import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { DataBlock, ReadRequest, ReadResult, ReadResults } from '../../core/read.js';
import type { ToolContext } from '../context.js';
import { listDescendants } from './list-descendants.js';

type ScreenAccess = Pick<ToolContext, 'observe' | 'read'>;

/** Reads a screen that is not a page. Builds tables, lists and forms from its elements. */
export async function readScreen<R extends ReadRequest>(request: R, screen: ScreenAccess): Promise<ReadResult<R>>;
export async function readScreen(request: ReadRequest, screen: ScreenAccess): Promise<ReadResult> {
  const { what } = request;
  const isCss = 'css' in request && request.css !== undefined;
  if (isCss || what === 'html')
    throw new HandrailError(
      'unsupported',
      `${isCss ? 'CSS selectors work' : 'HTML is available'} only in a browser.`,
      isCss ? 'Pass an element id or a phrase.' : 'Read the text instead.',
    );
  return what === 'data' ? { blocks: toBlocks(await listElements(request.element, screen)) } : screen.read(request);
}

/** Same, but returns nothing for content that only pages have, instead of throwing. */
export async function readAnyScreen<R extends ReadRequest>(request: R, screen: ScreenAccess): Promise<ReadResult<R>>;
export async function readAnyScreen(request: ReadRequest, screen: ScreenAccess): Promise<ReadResult> {
  if (request.what === 'elements') return { elements: [], total: 0 } satisfies ReadResults['elements'];
  if (request.what === 'html') return { html: '', truncated: false } satisfies ReadResults['html'];
  return readScreen(request, screen);
}

/** The elements on the screen, or everything inside one element. */
async function listElements(element: ElementId | undefined, screen: ScreenAccess): Promise<Element[]> {
  return element === undefined ? (await screen.observe({ budget: 1 })).elements : listDescendants(screen, element);
}

/** The rows of each table, and the values of all fields as one form. */
function toBlocks(elements: readonly Element[]): DataBlock[] {
  const tables = new Map<ElementId, Map<number, string[]>>();
  for (const { role, list, name, value } of elements) {
    if (!list || (role !== 'TableCell' && role !== 'ListItem' && role !== 'TableRow')) continue;
    const rows = tables.get(list.container) ?? new Map<number, string[]>();
    rows.set(list.row, [...(rows.get(list.row) ?? []), value ?? name]);
    tables.set(list.container, rows);
  }
  const fields = elements
    .filter(({ role, name }) => name !== '' && /^(?:TextInput|Checkbox|Radio|Dropdown)$/.test(role))
    .map(({ role, name, value, states }) => ({
      label: name,
      value: role === 'Checkbox' || role === 'Radio' ? states.includes('checked') : (value ?? ''),
    }));
  return [
    ...[...tables].map(([element, rows]) => toTable(element, rows)),
    ...(fields.length > 0 ? [{ kind: 'form' as const, fields }] : []),
  ];
}

function toTable(element: ElementId, byRow: ReadonlyMap<number, string[]>): DataBlock {
  const rows = [...byRow].sort(([one], [other]) => one - other).map(([, cells]) => cells);
  return rows.every(({ length }) => length === 1)
    ? { kind: 'list', items: rows.flat(), element }
    : { kind: 'table', headers: [], rows, element };
}
