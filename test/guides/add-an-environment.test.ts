import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { followGuide } from './follow-guide.js';

const main = `
import { createSession, run } from 'handrail';
import { openTodo } from './dist/environments/todo/environment.js';

const session = createSession(openTodo({ path: 'list.txt' }));
const effects = [];
session.on((event) => event.type === 'action_ended' && effects.push(event.outcome.effect));
const { status } = await run({ session, task: 'Click Milk.', journal: false });
const { error, effect } = await session.perform({ type: 'scroll', dx: 0, dy: 100 });
await session.close();
console.log(JSON.stringify({ status, effects, code: error.code, effect }));
`;

it('the guide adds an environment, and a task changes a real file through it', { timeout: 240_000 }, async () => {
  const guide = await followGuide('add-an-environment');
  try {
    expect(guide.written).toEqual(['src/environments/todo/environment.ts']);
    for (const file of guide.namedFiles) expect(existsSync(join(guide.folder, file)), file).toBe(true);
    await writeFile(join(guide.folder, 'list.txt'), '[ ] Bread\n[ ] Milk\n[x] Tea\n');
    const result = JSON.parse(await guide.run(main));
    expect(await readFile(join(guide.folder, 'list.txt'), 'utf8')).toBe('[ ] Bread\n[x] Milk\n[x] Tea\n');
    expect(result).toEqual({
      status: 'done',
      effects: ['changed', 'unchanged'],
      code: 'unsupported',
      effect: 'unchanged',
    });
  } finally {
    await guide.remove();
  }
});
