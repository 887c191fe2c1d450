import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRooms, missingRooms } from '../scripts/check-rooms.mjs';

const script = fileURLToPath(new URL('../scripts/check-rooms.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-rooms-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes files below src and says what is wrong with them, as `file:line rule`. */
function check(files: Record<string, string>): string[] {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'src', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return checkRooms(join(folder, 'src')).map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

test('this repository obeys the tables, and every room in them exists', () => {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  expect(checkRooms(source)).toEqual([]);
  expect(missingRooms(source)).toEqual([]);
});

test('what the table allows passes', () => {
  const found = check({
    'index.ts': `export * from './session/session.js';`,
    'core/action.ts': `import { z } from 'zod';\nimport './errors.js';`,
    'session/session.ts': `import { perform } from '../environments/browser/act.js';\nexport * from '../core/action.js';`,
    'models/claude.ts': `import type { Tool } from '../tools/tool.js';\nimport { type Other } from '../tools/tool.js';`,
    'doors/cli/main.ts': `import { openSession } from '../../index.js';\nimport 'handrail';`,
  });
  expect(found).toEqual([]);
});

test.each([
  ['a static import', 'core/a.ts', `// one\nimport { b } from '../perception/b.js';`, 2],
  ['a side effect', 'core/a.ts', `import '../perception/b.js';`, 1],
  ['a re-export', 'core/a.ts', `export * from '../perception/b.js';`, 1],
  ['a type', 'core/a.ts', `import type { B } from '../perception/b.js';`, 1],
  ['an import inside a type', 'core/a.ts', `\n\nexport type B = import('../perception/b.js').B;`, 3],
  [
    'a dynamic import deep inside',
    'core/deep/a.ts',
    `const f = async () => {\n  await import('../../perception/b.js');\n};`,
    2,
  ],
])('%s that is not allowed is found', (_what, name, text, line) => {
  expect(check({ [name]: text })).toEqual([`src/${name}:${line} core may import nothing of ours; not perception`]);
});

test.each([
  ['models/a.ts', `import { run } from '../tools/b.js';`, 'models may import only types of tools: use `import type`'],
  ['rails/a.ts', `import '../journal/b.js';`, 'rails may import core; not journal'],
  ['agent/a.ts', `import '../../bench/b.js';`, '../../bench/b.js is outside src'],
  ['journal/a.ts', `import '../index.js';`, 'journal may import core; not the whole package'],
  ['journal/a.ts', `import 'handrail';`, 'journal may import core; not the whole package'],
  [
    'doors/shell/a.ts',
    `import '../cli/b.js';`,
    'doors/shell may import session-manager, replies, command-line; not cli',
  ],
  ['doors/replies/a.ts', `import '../mcp/b.js';`, 'doors/replies may import no other door; not mcp'],
  ['doors/a.ts', '', 'doors itself is not a door; the doors are command-line, replies'],
  ['helpers/a.ts', '', 'helpers is not a room; the rooms are core, perception, environments'],
  ['stray.ts', '', 'only index.ts and exports/ may be outside the rooms'],
])('%s with %s: %s', (name, text, rule) => {
  const [found, ...rest] = check({ [name]: text });
  expect(found?.startsWith(`src/${name}:1 ${rule}`), found).toBe(true);
  expect(rest).toEqual([]);
});

test('text that only resembles an import is ignored', () => {
  const text = "// import '../agent/a.js'\nexport const text = `import '../agent/a.js'`;\nexport const quote = /['`]/;";
  expect(check({ 'core/a.ts': text })).toEqual([]);
});

test('the command prints file, line and rule, and ends with 1', () => {
  check({ 'core/a.ts': `import '../agent/b.js';` });
  const { status, stderr } = spawnSync(process.execPath, [script, join(folder, 'src')], { encoding: 'utf8' });
  expect(stderr).toContain('src/core/a.ts:1 core may import nothing of ours; not agent');
  expect(status).toBe(1);
});
