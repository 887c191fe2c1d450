import { expect, it } from 'vitest';
import { describeUnmet } from '../../src/core/describe-wait.js';
import { describeChange } from '../../src/perception/diff/describe-change.js';
import { quoteValue } from '../../src/perception/quote-text.js';

it('a wait that failed says what is missing, in words', () => {
  expect(describeUnmet({ text: 'Showing rows' }, 500)).toBe('The text "Showing rows" did not appear within 500 ms.');
  expect(describeUnmet({ element: { name: 'Save', role: 'Button' } }, 5)).toBe(
    'Button "Save" did not appear within 5 ms.',
  );
  expect(describeUnmet({ gone: { name: 'Loading' } }, 5)).toBe('An element "Loading" is still there after 5 ms.');
  expect(describeUnmet({ gone: { id: 'el_3' } }, 5)).toBe('el_3 is still there after 5 ms.');
  expect(describeUnmet('page_loaded', 5)).toBe('The page is still loading after 5 ms.');
});

it('a value shows its line breaks', () => {
  expect(quoteValue('one\n\n  two\r\nthree', 40)).toBe('"one ⏎ two ⏎ three"');
  const change = { kind: 'value', element: 'el_1', name: 'Text', from: 'a', to: '== Boats ==\n* Sloop' } as const;
  expect(describeChange(change)).toBe('value: [el_1] "Text" = "== Boats == ⏎ * Sloop", was "a"');
});
