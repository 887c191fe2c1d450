import { type AtspiCall, ignoreMissing, type ObjectRef } from '../atspi/atspi.js';
import { hasInterface, type ObjectFacts, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { toList, toNumber } from '../dbus/bus-values.js';

/** Selects a row, cell or tab in its parent. With `alone`, deselects everything else, as a click does. */
export async function selectInParent(
  call: AtspiCall,
  facts: ObjectFacts,
  { alone }: { alone: boolean },
): Promise<boolean> {
  const parent = facts.parent && (await readFacts(call, facts.parent));
  if (!parent || !hasInterface(parent, 'Selection')) return false;
  const reply = await ignoreMissing(call(facts.ref, 'Accessible', 'GetIndexInParent'));
  const index = toNumber(reply?.[0]);
  if (!reply || index < 0) return false;
  if (facts.role === roleNumbers.pageTab) return selectChild(call, parent.ref, index);
  const row = hasInterface(parent, 'Table') ? await readRow(call, parent.ref, index) : undefined;
  if (row !== undefined && (await selectRow(call, parent.ref, row, alone))) return true;
  if (alone) await ignoreMissing(call(parent.ref, 'Selection', 'ClearSelection'));
  return selectChild(call, parent.ref, index);
}

async function readRow(call: AtspiCall, table: ObjectRef, index: number): Promise<number | undefined> {
  const reply = await ignoreMissing(call(table, 'Table', 'GetRowAtIndex', 'i', index));
  return reply && toNumber(reply[0]);
}

async function selectRow(call: AtspiCall, table: ObjectRef, row: number, alone: boolean): Promise<boolean> {
  const selected = async () =>
    toList((await ignoreMissing(call(table, 'Table', 'GetSelectedRows')))?.[0]).map(toNumber);
  const before = alone ? await selected() : [];
  if (before.length === 1 && before[0] === row) return true;
  if (before.length > 0) await ignoreMissing(call(table, 'Selection', 'ClearSelection'));
  const added = await ignoreMissing(call(table, 'Table', 'AddRowSelection', 'i', row));
  for (const other of alone ? await selected() : [])
    if (other !== row) await ignoreMissing(call(table, 'Table', 'RemoveRowSelection', 'i', other));
  return added?.[0] === true;
}

/** Selects the child with this index. False when the object refuses. */
export async function selectChild(call: AtspiCall, ref: ObjectRef, index: number): Promise<boolean> {
  const reply = await ignoreMissing(call(ref, 'Selection', 'SelectChild', 'i', index));
  return reply?.[0] === true;
}
