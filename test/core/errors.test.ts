import { expect, it } from 'vitest';
import { formatError, formatFault, joinSentences } from '../../src/core/errors.js';

it('message and next step are joined with a full stop', () => {
  expect(formatError({ message: 'The page is gone', hint: 'Observe again.' })).toBe('The page is gone. Observe again.');
  expect(formatError({ message: 'The page is gone.', hint: 'Observe again.' })).toBe(
    'The page is gone. Observe again.',
  );
  expect(formatError({ message: 'Which one?', hint: 'Choose.' })).toBe('Which one? Choose.');
  expect(formatError({ message: 'No element matches "Save."', hint: 'Observe.' })).toBe(
    'No element matches "Save." Observe.',
  );
  expect(formatError({ message: 'The page is gone' })).toBe('The page is gone');
  expect(joinSentences(undefined, 'One', '', 'two.')).toBe('One. two.');
  expect(formatFault({ code: 'closed', message: 'It was closed', hint: 'Open it.' })).toBe(
    'closed: It was closed.\n  Open it.',
  );
});
