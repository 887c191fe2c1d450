import { readFileSync } from 'node:fs';

/** The rows of the table of a guide whose first line contains `header`. Each cell is a list of its texts in backquotes. */
export function guideTable(guide: string, header: string): string[][][] {
  return tableRows(guide, header).map((row) =>
    row.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)),
  );
}

/** The same, with the whole text of each cell. */
export function tableRows(guide: string, header: string): string[][] {
  const lines = readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${header} |`));
  if (start < 0) throw new Error(`${guide} has no table "${header}".`);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
