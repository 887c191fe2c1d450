import { expect, test } from 'vitest';
import { createStaleRowTracker } from '../../src/environments/accessibility/tree/stale-rows.js';

const row = (key: string, name: string, containerKey = 'list') => ({
  key,
  name,
  list: { containerKey, row: 0, rowCount: 9 },
});

test('rows of a sorted list are stale until the list was read again', () => {
  const order = createStaleRowTracker();
  const rows = [row(':1.2/1', 'a'), row(':1.2/2', 'b'), row(':1.2/3', 'c')];
  const elsewhere = row(':1.3/1', 'a', 'other list');
  order.update([...rows, elsewhere]);
  expect([...rows, elsewhere].map(order.isStale)).toEqual([false, false, false, false]);
  order.markSorted(':1.2/head');
  const below = row(':1.2/4', 'd'); // read for the first time: it is what it says
  order.update([...rows, below]);
  expect([...rows, below, elsewhere].map(order.isStale)).toEqual([true, true, true, false, false]);
  order.update([row(':1.2/1', 'x')]);
  expect(rows.map(order.isStale)).toEqual([false, true, true]);
  order.update([row(':1.2/3', 'a')]);
  expect(rows.map(order.isStale)).toEqual([false, false, false]);
  order.markSorted(':1.2/head');
  expect([...rows, below].map(order.isStale)).toEqual([true, true, true, true]);
});
