import { expect, it } from 'vitest';
import { placeOf } from '../../src/testing/index.js';
import { drawScreen } from './drawn-screen.js';

it('finds the middle of what has a name, and names what there is where nothing has', async () => {
  const screen = drawScreen(['One', 'Two', 'Two more']);
  const seen = await screen.session.observe();
  expect(placeOf(seen, 'Two')).toEqual(screen.at('Two'));
  expect(placeOf(seen, 'more')).toEqual(screen.at('Two more'));
  expect(() => placeOf(seen, 'Four')).toThrow('There is: One, Two, Two more.');
});
