import { expect, it } from 'vitest';
import { formatToolResult } from '../../src/doors/replies/result-text.js';

const metadata = { tool: 'click', ms: 1, code: 'page_hung' };

it('a failed action with an unknown effect has a warning', () => {
  const failed = { success: false as const, error: 'The page does not answer.' };
  expect(formatToolResult({ ...failed, metadata: { ...metadata, effect: 'unchanged' } })).toBe(
    'page_hung: The page does not answer.',
  );
  expect(formatToolResult({ ...failed, metadata: { ...metadata, effect: 'unknown' } })).toBe(
    'page_hung: The page does not answer.\nThe action may have taken effect. Observe before you repeat it.',
  );
});

it('data beside a text is not lost', () => {
  const plain = { tool: 'read', ms: 1 };
  expect(formatToolResult({ success: true, data: { text: 'Hello', truncated: true }, metadata: plain })).toBe(
    'Hello\n… cut',
  );
  expect(formatToolResult({ success: true, data: { text: 'Hello', id: 'el_1' }, metadata: plain })).toBe(
    '{"text":"Hello","id":"el_1"}',
  );
});
