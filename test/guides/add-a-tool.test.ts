import { expect, it } from 'vitest';
import { followGuide } from './follow-guide.js';

const main = `
import { openSession } from 'handrail';
import { builtinRegistry, callTool } from 'handrail/tools';

const page = '<title>Shop</title><p>Mug, mug and MUG</p>';
const session = await openSession({ url: 'data:text/html,' + encodeURIComponent(page) });
const host = { session, memory: new Map(), knownElement: session.knownElement };
const { data, error } = await callTool(builtinRegistry(), 'count_text', { text: 'mug' }, host);
const refused = await callTool(builtinRegistry(), 'count_text', { words: 'mug' }, host);
await session.close();
console.log(JSON.stringify({ data, error, refused: refused.error }));
`;

it('the guide adds a tool with one record and one line, and it works', { timeout: 240_000 }, async () => {
  const guide = await followGuide('add-a-tool');
  try {
    expect(guide.written).toEqual(['src/tools/builtin/count-text.ts']);
    const { data, error, refused } = JSON.parse(await guide.run(main));
    expect(error).toBeUndefined();
    expect(data).toEqual({ count: 3 });
    expect(refused).toContain('text');
  } finally {
    await guide.remove();
  }
});
