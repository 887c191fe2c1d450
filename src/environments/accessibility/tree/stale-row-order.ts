import type { ScreenNode } from '../../screen/screen.js';

/** A row of a list, or a cell in one. */
export type Row = Pick<ScreenNode, 'key' | 'name' | 'list'>;

/**
 * GTK 3 keeps the words of the cells that it was once asked for when a list is sorted, and tells nobody that other rows stand there now. So after
 * a click on the head of a column, its rows are not what they say until it is seen that they were read anew: they say something else.
 */
export interface OldOrder {
  /** What was read. */
  see(nodes: readonly Row[]): void;
  /** A list of the program that has this object was sorted. */
  sort(key: string): void;
  /** Whether another row may stand where this one was. */
  isOld(row: Row): boolean;
}

const mostRows = 20_000;
/** One row may be renamed by itself; so many that say something else are a list that was read anew. */
const enoughRows = 2;

export function createOldOrder(): OldOrder {
  /** When each was seen with other words than before, or for the first time, in sorts. */
  const saidAt = new Map<string, { name: string; at: number }>();
  const sortedAt = new Map<string, number>();
  /** How many rows of each list have said something else since the last sort. */
  let renewed = new Map<string, number>();
  let sorts = 0;
  const programOf = (key: string): string => key.slice(0, key.indexOf('/'));

  function note({ key, name, list }: Row): void {
    const said = saidAt.get(key);
    if (said?.name === name || !list) return;
    saidAt.set(key, { name, at: sorts });
    if (said) renewed.set(list.of, (renewed.get(list.of) ?? 0) + 1);
  }

  return {
    see(nodes) {
      if (saidAt.size > mostRows) saidAt.clear();
      for (const node of nodes) note(node);
    },
    sort(key) {
      sorts += 1;
      sortedAt.set(programOf(key), sorts);
      renewed = new Map();
    },
    isOld({ key, list }) {
      const sorted = sortedAt.get(programOf(key));
      if (sorted === undefined || !list || (renewed.get(list.of) ?? 0) >= enoughRows) return false;
      return (saidAt.get(key)?.at ?? sorts) < sorted;
    },
  };
}
