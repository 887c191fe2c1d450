import { isMet } from './measures/measure.mjs';

/** @param {unknown} cell */
function show(cell) {
  if (cell === undefined || cell === null) return '–';
  if (typeof cell !== 'number') return String(cell);
  if (Number.isInteger(cell)) return cell.toLocaleString('en-US');
  return cell >= 100 ? Math.round(cell).toLocaleString('en-US') : cell.toFixed(cell < 10 ? 2 : 1);
}

/** @param {import('./measures/measure.mjs').Table} table */
export function renderTable({ title, columns, rows }) {
  const cells = [columns, ...rows.map((row) => row.map(show))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return `\n${title}\n${lines.join('\n')}\n`;
}

/** @param {import('./measures/measure.mjs').Target[]} targets */
export function renderTargets(targets) {
  const verdicts = new Map([
    [true, 'met'],
    [false, 'MISSED'],
    [undefined, 'not measured'],
  ]);
  return renderTable({
    title: 'Targets',
    columns: ['target', 'measured', 'limit', 'verdict'],
    rows: targets.map((target) => [
      target.what,
      target.value === undefined ? undefined : `${show(target.value)} ${target.unit}`,
      `${target.bound} ${show(target.limit)} ${target.unit}`,
      verdicts.get(isMet(target)),
    ]),
  });
}
