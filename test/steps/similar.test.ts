import { expect, it } from 'vitest';
import { usePageTrials } from './page-trials.js';

const button = (name: string) => `<button onclick="events.push('${name}')">${name}</button>`;
const page = `<!doctype html><title>Shop</title><script>window.events = [];</script>
  ${['Checkout', 'Help', 'Add to cart'].map(button).join('')}<div style="margin-top:40px">${button('Add to cart')}</div>`;

const attempt = usePageTrials([page]);

it.each([
  ['Click the Checkout now button.', /Similar: el_\d+ Button "Checkout"\./],
  ['Click the Add to basket button.', /Similar: el_\d+ Button "Add to cart".*, el_\d+ Button "Add to cart"/],
])('%s names the similar elements, and presses none', async (task, similar) => {
  const { status, reason, events, transcript } = await attempt(0, task);
  expect(status, transcript).toBe('failed');
  expect(reason).toMatch(similar);
  expect(reason).not.toContain('Help');
  expect(events).toEqual([]);
});

it('names no elements if none is similar', async () => {
  const { status, reason, events, transcript } = await attempt(0, 'Click the Launch rocket button.');
  expect(status, transcript).toBe('failed');
  expect(reason).toContain('No element on the page matches "the Launch rocket button"');
  expect(reason).not.toContain('Similar');
  expect(events).toEqual([]);
});
