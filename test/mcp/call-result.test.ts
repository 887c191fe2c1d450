import { expect, it } from 'vitest';
import { pageResult, toCallResult } from '../../src/doors/mcp/call-result.js';
import { createPages } from '../../src/doors/mcp/pages.js';

const elements = Array.from({ length: 1_000 }, (_, index) => ({
  index,
  role: 'Button',
  label: `Button number ${index}`,
}));
const result = {
  success: true as const,
  data: { ok: true, effect: 'unchanged', total: 1_000, elements },
  metadata: { tool: 'computer_use', ms: 1, effect: 'unchanged' as const, outcomeText: '1000 elements' },
};

function moreIn(fields: unknown): string | undefined {
  return typeof fields === 'object' && fields && 'more' in fields ? String(fields.more) : undefined;
}

it('data that is too long and not in the text is returned page by page', async () => {
  const pages = createPages();
  const { content, structuredContent } = await toCallResult(result, pages);
  expect(content).toEqual([{ type: 'text', text: '1000 elements' }]);
  expect(structuredContent).toMatchObject({ ok: true, total: 1_000, omitted: ['elements'] });
  expect(structuredContent).not.toHaveProperty('elements');
  let whole = '';
  for (let cursor = moreIn(structuredContent); cursor; ) {
    const page = pages.pageAt(cursor);
    whole += page.text;
    cursor = moreIn(pageResult(page).structuredContent);
  }
  expect(JSON.parse(whole)).toEqual({ elements });
});

it('the number of stored texts is limited', () => {
  const pages = createPages();
  const cursors = Array.from({ length: 12 }, (_, index) => pages.store(`${index}`.repeat(300_000)));
  const kept = cursors.filter((cursor) => {
    try {
      return pages.pageAt(cursor).text.length > 0;
    } catch {
      return false;
    }
  });
  expect(kept).toEqual(cursors.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.length * 300_000).toBeLessThanOrEqual(3_000_000);
});

it('no page ends within a character', () => {
  const text = `x${'😀'.repeat(30_000)}`;
  const pages = createPages();
  let page = pages.firstPage(text);
  let whole = page.text;
  while (page.next) {
    expect(page.text).toMatch(/[^\ud800-\udbff]$/);
    page = pages.pageAt(page.next);
    whole += page.text;
  }
  expect(whole).toBe(text);
});
