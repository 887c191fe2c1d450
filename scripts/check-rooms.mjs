// Checks that the rooms of src import only what they may. The rule is the table `rooms` and nothing else.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** What each room may import of ours, besides itself. @type {Record<string, { values: string[], types?: string[] }>} */
export const rooms = {
  core: { values: [] },
  perception: { values: ['core'] },
  environments: { values: ['core', 'perception'] },
  rails: { values: ['core'] },
  journal: { values: ['core'] },
  session: { values: ['core', 'perception', 'environments', 'rails', 'journal'] },
  tools: { values: ['core', 'journal', 'session', 'perception'], types: ['rails'] },
  models: { values: ['core', 'perception'], types: ['tools', 'session'] },
  testing: { values: ['core'] },
  agent: { values: ['core', 'rails', 'journal', 'session', 'tools', 'models', 'perception'] },
  fleet: { values: ['core', 'agent', 'journal'] },
  doors: { values: ['*'] },
};

/** @typedef {{ specifier: string, line: number, isType: boolean }} Import */
/** @typedef {{ file: string, line: number, rule: string }} Violation */

/** @param {unknown} node @param {(node: Record<string, unknown>) => void} visit */
function walk(node, visit) {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) visit(/** @type {Record<string, unknown>} */ (node));
  for (const child of Object.values(node)) walk(child, visit);
}

/** @param {Record<string, unknown>} node */
function isTypeOnly(node) {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = /** @type {Record<string, unknown>[]} */ (node.specifiers ?? []);
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

/** Every import of a file: static, dynamic, re-exported, and inside types. @param {string} file @returns {Import[]} */
function readImports(file) {
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file} cannot be parsed: ${errors[0]?.message}`);
  /** @type {Import[]} */
  const imports = [];
  walk(program, (node) => {
    const source = /** @type {{ value?: unknown, start: number } | null | undefined} */ (node.source);
    if (typeof source?.value !== 'string') return;
    const line = text.slice(0, source.start).split('\n').length;
    imports.push({ specifier: source.value, line, isType: isTypeOnly(node) });
  });
  return imports;
}

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /\.(ts|tsx|mts|cts)$/.test(entry.name) && !entry.name.endsWith('.generated.ts') ? [path] : [];
  });
}

/** The room a path of ours is in; '' for a file of src itself; undefined outside src. @param {string} source @param {string} path */
function roomOf(source, path) {
  const parts = relative(source, path).split(sep);
  if (parts[0] === '..') return undefined;
  return parts.length === 1 ? '' : parts[0];
}

/** What is wrong with one import, if anything. @param {string} source @param {string} file @param {string} room @param {Import} imported */
function judge(source, file, room, { specifier, isType }) {
  const isOwnName = specifier === 'handrail' || specifier.startsWith('handrail/');
  if (!specifier.startsWith('.') && !isOwnName) return undefined;
  const target = isOwnName ? '' : roomOf(source, resolve(dirname(file), specifier));
  if (target === undefined) return `${specifier} is outside src`;
  const { values, types = [] } = rooms[room] ?? { values: [] };
  if (target === room || values.includes('*') || values.includes(target)) return undefined;
  if (types.includes(target))
    return isType ? undefined : `${room} may import only types of ${target}: use \`import type\``;
  const allowed = [...values, ...types.map((name) => `${name} (types only)`)].join(', ') || 'nothing of ours';
  return `${room} may import ${allowed}; not ${target || 'the whole package'}`;
}

/** Every import in `source` (a src folder) that the table does not allow. @param {string} source @returns {Violation[]} */
export function checkRooms(source) {
  return listSources(source).flatMap((file) => {
    const room = roomOf(source, file) ?? '';
    const name = relative(dirname(source), file);
    if (name === join('src', 'index.ts')) return [];
    if (room === '') return [{ file: name, line: 1, rule: 'only index.ts may stand outside the rooms' }];
    if (!rooms[room]) {
      return [{ file: name, line: 1, rule: `${room} is not a room; the rooms are ${Object.keys(rooms).join(', ')}` }];
    }
    return readImports(file).flatMap((imported) => {
      const rule = judge(source, file, room, imported);
      return rule ? [{ file: name, line: imported.line, rule }] : [];
    });
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const source = resolve(process.argv[2] ?? fileURLToPath(new URL('../src', import.meta.url)));
  if (!existsSync(source)) throw new Error(`There is no folder ${source}. Give the path of a src folder.`);
  const violations = checkRooms(source);
  for (const { file, line, rule } of violations) console.error(`${file}:${line} ${rule}`);
  if (violations.length > 0) {
    console.error(`${violations.length} imports cross a wall. Move the code to the room it belongs to.`);
    process.exitCode = 1;
  }
}
