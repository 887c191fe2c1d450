import type { Element, ElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import type { DataBlock, ReadRequest, ReadResult, ReadResults } from '../core/read.js';
import { allInside } from './all-inside.js';
import type { ToolContext } from './context.js';

type Eyes = Pick<ToolContext, 'observe' | 'read'>;

/** What can be read of a screen that is no page: from the elements that are seen there. Programs and the clipboard are asked for as they are. */
export async function readScreen<R extends ReadRequest>(request: R, eyes: Eyes): Promise<ReadResult<R>> {
  // The result belongs to `what`, which TypeScript does not follow through a switch on a generic.
  return (await readAny(request, eyes)) as ReadResult<R>;
}

async function readAny(request: ReadRequest, eyes: Eyes): Promise<ReadResults[ReadRequest['what']]> {
  switch (request.what) {
    case 'clipboard':
    case 'apps':
      return eyes.read(request);
    case 'attributes':
      return attributesOf(await seenAt(request.element, eyes));
    case 'text':
      if (request.css !== undefined) throw noPage('CSS selectors are', 'Name an element id or a phrase.');
      return { text: textOf(await part(request.element, eyes)), truncated: false };
    case 'markdown':
      return { markdown: textOf(await part(request.element, eyes)), truncated: false };
    case 'data':
      return { blocks: blocksOf(await part(request.element, eyes)) };
    case 'elements':
      throw noPage('CSS selectors are', 'Name an element id or a phrase.');
    case 'html':
      throw noPage('HTML is', 'Read the text instead.');
  }
}

function noPage(what: string, hint: string): HandrailError {
  return new HandrailError('unsupported', `${what} for pages in a browser; this screen has none.`, hint);
}

/** What is shown, or everything inside an element with the element itself. */
async function part(element: ElementId | undefined, eyes: Eyes): Promise<Element[]> {
  if (element === undefined) return (await eyes.observe({ budget: 1 })).elements;
  return [await seenAt(element, eyes), ...(await allInside(eyes, element))];
}

async function seenAt(id: ElementId, { observe }: Eyes): Promise<Element> {
  const shown = (await observe({ budget: 1 })).elements.find((one) => one.id === id);
  const seen = shown ?? (await observe({ expand: id, budget: 1 })).elements.find((one) => one.id === id);
  if (seen) return seen;
  throw new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
}

function attributesOf({ role, kind, name, value, states }: Element): ReadResults['attributes'] {
  const attributes = {
    role,
    ...(kind ? { kind } : {}),
    ...(value === undefined ? {} : { value }),
    ...Object.fromEntries(states.map((state) => [state, 'true'])),
  };
  return { tag: kind ?? role.toLowerCase(), attributes, text: value ?? name };
}

/** The words on the screen, a line for each thing that has some; a label that says the same as what it stands on is not said twice. */
function textOf(elements: readonly Element[]): string {
  const lines: string[] = [];
  for (const { name, value } of elements) {
    const words = [name, value === name ? '' : (value ?? '')].filter((text) => text.trim() !== '').join(': ');
    if (words !== '' && words !== lines.at(-1)) lines.push(words);
  }
  return lines.join('\n');
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
    ...[...tables].map(([element, rows]): DataBlock => {
      const all = [...rows].sort(([one], [other]) => one - other).map(([, cells]) => cells);
      const isList = all.every(({ length }) => length === 1);
      return isList ? { kind: 'list', items: all.flat(), element } : { kind: 'table', headers: [], rows: all, element };
    }),
    ...(fields.length > 0 ? [{ kind: 'form' as const, fields }] : []),
  ];
}
