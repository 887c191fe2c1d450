import { expect, it } from 'vitest';
import { replyText } from '../../src/doors/replies/result-text.js';

const metadata = { tool: 'click', ms: 1, code: 'page_hung' };

it('what may have happened although it failed is told as such', () => {
  const failed = { success: false, error: 'The page does not answer.' };
  expect(replyText({ ...failed, metadata: { ...metadata, effect: 'unchanged' } })).toBe(
    'page_hung: The page does not answer.',
  );
  expect(replyText({ ...failed, metadata: { ...metadata, effect: 'unknown' } })).toBe(
    'page_hung: The page does not answer.\nIt may have happened all the same: look before you repeat it.',
  );
});

it('facts beside a text are not lost', () => {
  const plain = { tool: 'read', ms: 1 };
  expect(replyText({ success: true, data: { text: 'Hello', truncated: true }, metadata: plain })).toBe('Hello\n… cut');
  expect(replyText({ success: true, data: { text: 'Hello', id: 'el_1' }, metadata: plain })).toBe(
    '{"text":"Hello","id":"el_1"}',
  );
});
