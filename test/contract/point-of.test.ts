import { expect, it } from 'vitest';
import { pointOf } from '../../src/testing/index.js';
import { drawScreen } from './drawn-screen.js';

it('finds the center of a named element, and lists the names if there is none', async () => {
  const screen = drawScreen(['One', 'Two', 'Two more']);
  const seen = await screen.session.observe();
  expect(pointOf(seen, 'Two')).toEqual(screen.at('Two'));
  expect(pointOf(seen, 'more')).toEqual(screen.at('Two more'));
  expect(() => pointOf(seen, 'Four')).toThrow('Available: One, Two, Two more.');
});
