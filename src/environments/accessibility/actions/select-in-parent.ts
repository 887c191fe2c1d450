import { type Ask, ifThere, type Ref } from '../atspi/atspi.js';
import { type Facts, offers, readFacts } from '../atspi/object-facts.js';
import { roleNumbers } from '../atspi/role-table.js';
import { listOf, numberOf } from '../dbus/bus-values.js';

/** Chooses a row, a cell or a tab by the selection of what is around it. Alone, as a click does; or with what is selected already. */
export async function selectInParent(ask: Ask, facts: Facts, { alone }: { alone: boolean }): Promise<boolean> {
  const parent = facts.parent && (await readFacts(ask, facts.parent));
  if (!parent || !offers(parent, 'Selection')) return false;
  const answer = await ifThere(ask(facts.ref, 'Accessible', 'GetIndexInParent'));
  const index = numberOf(answer?.[0]);
  if (!answer || index < 0) return false;
  if (facts.role === roleNumbers.pageTab) return selectChild(ask, parent.ref, index);
  const row = offers(parent, 'Table') ? await rowOf(ask, parent.ref, index) : undefined;
  if (row !== undefined && (await selectRow(ask, parent.ref, row, alone))) return true;
  if (alone) await ifThere(ask(parent.ref, 'Selection', 'ClearSelection'));
  return selectChild(ask, parent.ref, index);
}

async function rowOf(ask: Ask, table: Ref, index: number): Promise<number | undefined> {
  const answer = await ifThere(ask(table, 'Table', 'GetRowAtIndex', 'i', index));
  return answer && numberOf(answer[0]);
}

async function selectRow(ask: Ask, table: Ref, row: number, alone: boolean): Promise<boolean> {
  const selected = async () => listOf((await ifThere(ask(table, 'Table', 'GetSelectedRows')))?.[0]).map(numberOf);
  const before = alone ? await selected() : [];
  if (before.length === 1 && before[0] === row) return true;
  if (before.length > 0) await ifThere(ask(table, 'Selection', 'ClearSelection'));
  const done = await ifThere(ask(table, 'Table', 'AddRowSelection', 'i', row));
  for (const other of alone ? await selected() : [])
    if (other !== row) await ifThere(ask(table, 'Table', 'RemoveRowSelection', 'i', other));
  return done?.[0] === true;
}

/** Selects the child with this number. */
export async function selectChild(ask: Ask, ref: Ref, index: number): Promise<boolean> {
  const answer = await ifThere(ask(ref, 'Selection', 'SelectChild', 'i', index));
  return answer?.[0] === true;
}
