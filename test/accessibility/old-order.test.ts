import { expect, test } from 'vitest';
import { createOldOrder } from '../../src/environments/accessibility/tree/stale-row-order.js';

const row = (key: string, name: string, of = 'list') => ({ key, name, list: { of, row: 0, rows: 9 } });

test('rows of a list that was sorted are old until the list was read anew', () => {
  const order = createOldOrder();
  const rows = [row(':1.2/1', 'a'), row(':1.2/2', 'b'), row(':1.2/3', 'c')];
  const elsewhere = row(':1.3/1', 'a', 'other list');
  order.see([...rows, elsewhere]);
  expect([...rows, elsewhere].map(order.isOld)).toEqual([false, false, false, false]);
  order.sort(':1.2/head');
  const below = row(':1.2/4', 'd'); // read for the first time: it is what it says
  order.see([...rows, below]);
  expect([...rows, below, elsewhere].map(order.isOld)).toEqual([true, true, true, false, false]);
  order.see([row(':1.2/1', 'x')]);
  expect(rows.map(order.isOld)).toEqual([false, true, true]);
  order.see([row(':1.2/3', 'a')]);
  expect(rows.map(order.isOld)).toEqual([false, false, false]);
  order.sort(':1.2/head');
  expect([...rows, below].map(order.isOld)).toEqual([true, true, true, true]);
});
