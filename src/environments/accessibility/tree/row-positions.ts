import { mapRole } from '../atspi/role-table.js';
import { type TreeObject, walkObjects } from './walk.js';

const rowRoles = ['ListItem', 'TableRow'];

/** Sets the list position of the rows of lists and tables, and of their content. */
export function assignRowPositions(root: TreeObject): void {
  for (const list of walkObjects([root])) {
    const { role } = mapRole(list.facts.role);
    if (role !== 'List' && role !== 'Table') continue;
    const rows = list.children.filter((child) => rowRoles.includes(mapRole(child.facts.role).role));
    const total = Math.max(list.facts.childCount, rows.length);
    // Children that were read one by one have no index, but they are in order.
    const isIndexed = rows.some((row) => row.facts.index > 0);
    rows.forEach((row, index) => {
      const position = { containerKey: list.key, row: isIndexed ? row.facts.index : index, rowCount: total };
      for (const part of walkObjects([row])) part.listPosition ??= position;
    });
  }
}
