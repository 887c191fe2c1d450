import type { ScreenNode } from '../../screen/screen.js';

/** A row of a list, or a cell in one. */
export type Row = Pick<ScreenNode, 'key' | 'name' | 'list'>;

/**
 * When a list is sorted, GTK 3 keeps the texts of the cells that it reported before, and sends no event for the new order. So after a click on
 * a column header, its rows are stale until some of them report another text.
 */
export interface StaleRowTracker {
  /** Records the rows that were read. */
  update(nodes: readonly Row[]): void;
  /** Records that a list of the program of this object was sorted. */
  markSorted(key: string): void;
  /** Whether another row may be at the position of this row. */
  isStale(row: Row): boolean;
}

const maxRows = 20_000;
/** One row may be renamed by itself. This many renamed rows show that the list was read again. */
const minRenamedRows = 2;

export function createStaleRowTracker(): StaleRowTracker {
  /** The text of each row, and the number of the last sort before the row first reported it. */
  const texts = new Map<string, { name: string; sort: number }>();
  const lastSorts = new Map<string, number>();
  /** How many rows of each list have reported another text since the last sort. */
  let renamedRows = new Map<string, number>();
  let sorts = 0;
  const programOf = (key: string): string => key.slice(0, key.indexOf('/'));

  function record({ key, name, list }: Row): void {
    const known = texts.get(key);
    if (known?.name === name || !list) return;
    texts.set(key, { name, sort: sorts });
    if (known) renamedRows.set(list.containerKey, (renamedRows.get(list.containerKey) ?? 0) + 1);
  }

  return {
    update(nodes) {
      if (texts.size > maxRows) texts.clear();
      for (const node of nodes) record(node);
    },
    markSorted(key) {
      sorts += 1;
      lastSorts.set(programOf(key), sorts);
      renamedRows = new Map();
    },
    isStale({ key, list }) {
      const sorted = lastSorts.get(programOf(key));
      if (sorted === undefined || !list || (renamedRows.get(list.containerKey) ?? 0) >= minRenamedRows) return false;
      return (texts.get(key)?.sort ?? sorts) < sorted;
    },
  };
}
