import { mapRole } from '../atspi/role-table.js';
import { everySeen, type Seen } from './walk.js';

const rowRoles = ['ListItem', 'TableRow'];

/** Gives the rows of lists and tables, and what stands in them, their place. */
export function numberRows(root: Seen): void {
  for (const list of everySeen([root])) {
    const { role } = mapRole(list.facts.role);
    if (role !== 'List' && role !== 'Table') continue;
    const rows = list.children.filter((child) => rowRoles.includes(mapRole(child.facts.role).role));
    const total = Math.max(list.facts.childCount, rows.length);
    // Children that were asked for one by one carry no number: they are in order.
    const isNumbered = rows.some((row) => row.facts.index > 0);
    rows.forEach((row, index) => {
      const place = { of: list.key, row: isNumbered ? row.facts.index : index, rows: total };
      for (const part of everySeen([row])) part.place ??= place;
    });
  }
}
