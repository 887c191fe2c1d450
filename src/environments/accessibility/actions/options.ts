import { type AtspiCall, ignoreMissing, type ObjectRef, readProperty } from '../atspi/atspi.js';
import { hasInterface, hasState, type ObjectFacts, readChildRefs, readFacts } from '../atspi/object-facts.js';
import { mapRole } from '../atspi/role-table.js';
import { toNumber } from '../dbus/bus-values.js';
import { readName } from '../tree/object-details.js';
import { cellAt, range } from '../tree/table-calls.js';

/** An item of a combo box or list. */
export interface Option {
  facts: ObjectFacts;
  index: number;
  name: string;
}

const maxOptions = 1000;

/** Whether the items of an object are the rows of a table, which it does not list as children. */
export function hasTableRows(facts: ObjectFacts): boolean {
  return hasState(facts, 'managesDescendants') && hasInterface(facts, 'Table');
}

const maxOptionDepth = 4;
const itemRoles = ['MenuItem', 'ListItem', 'TableCell', 'TableRow'];

/** The items of a combo box or list. They are children, or inside a menu or list in it. */
export async function readOptions(call: AtspiCall, facts: ObjectFacts, depth = 0): Promise<Option[]> {
  if (hasTableRows(facts)) return readTableOptions(call, facts);
  const refs = (await readChildRefs(call, facts.ref)).slice(0, maxOptions);
  const children = await Promise.all(refs.map((ref) => readFacts(call, ref)));
  const options: Option[] = [];
  for (const [index, child] of children.entries()) {
    if (!child) continue;
    const { role } = mapRole(child.role);
    const name = itemRoles.includes(role) ? await readItemName(call, child, role !== 'MenuItem') : '';
    if (name) options.push({ facts: child, index, name });
    else if (depth < maxOptionDepth && role !== 'TextInput' && child.childCount !== 0)
      options.push(...(await readOptions(call, child, depth + 1)));
  }
  return options;
}

async function readItemName(call: AtspiCall, { name, ref }: ObjectFacts, includesParts: boolean): Promise<string> {
  return name.trim() || (includesParts ? readTextInside(call, ref) : '');
}

const maxColumns = 10;

/** The rows of a table, named by their first cell with a text. */
async function readTableOptions(call: AtspiCall, table: ObjectFacts): Promise<Option[]> {
  const rows = toNumber(await ignoreMissing(readProperty(call, table.ref, 'Table', 'NRows')));
  const columns = toNumber(await ignoreMissing(readProperty(call, table.ref, 'Table', 'NColumns')));
  const found = await Promise.all(
    range(0, Math.min(rows, maxOptions) - 1).map(async (row) => {
      for (let column = 0; column < Math.min(columns, maxColumns); column += 1) {
        const ref = await cellAt(call, table.ref, row, column);
        const name = ref && ((await readName(call, ref)) || (await readTextInside(call, ref)));
        const facts = name ? await readFacts(call, ref) : undefined;
        if (name && facts) return { facts, index: row, name };
      }
      return undefined;
    }),
  );
  return found.filter((option) => option !== undefined);
}

const maxTextDepth = 3;
const maxParts = 20;

/** The texts inside a row without a name. */
async function readTextInside(call: AtspiCall, ref: ObjectRef, depth = 0): Promise<string> {
  const parts = depth < maxTextDepth ? (await readChildRefs(call, ref)).slice(0, maxParts) : [];
  const names = await Promise.all(
    parts.map(async (part) => (await readName(call, part)) || (await readTextInside(call, part, depth + 1))),
  );
  return [...new Set(names)].filter((name) => name !== '').join(' ');
}
