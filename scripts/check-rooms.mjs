// Checks that each room of src, and each door, imports only what the tables below allow.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** @typedef {{ values: string[], types?: string[] }} Imports */

/** The rooms of src, and which other rooms each may import. @type {Record<string, Imports>} */
export const rooms = {
  core: { values: [] },
  perception: { values: ['core'] },
  environments: { values: ['core', 'perception'] },
  rails: { values: ['core'] },
  journal: { values: ['core'] },
  session: { values: ['core', 'perception', 'environments', 'rails', 'journal'] },
  tools: { values: ['core', 'journal', 'session', 'perception'], types: ['rails'] },
  client: { values: ['core', 'session', 'tools'] },
  models: { values: ['core', 'perception'], types: ['tools', 'session'] },
  steps: { values: ['core', 'perception'], types: ['models', 'tools', 'session'] },
  testing: { values: ['core'] },
  agent: { values: ['core', 'rails', 'journal', 'session', 'tools', 'client', 'models', 'steps', 'perception'] },
  doors: { values: ['*'] },
};

/** The doors and which other doors each may import. @type {Record<string, Imports>} */
export const doors = {
  'command-line': { values: [] },
  replies: { values: [] },
  'session-manager': { values: ['replies', 'command-line'] },
  shell: { values: ['session-manager', 'replies', 'command-line'] },
  daemon: { values: ['shell', 'session-manager', 'command-line'] },
  mcp: { values: ['session-manager', 'replies'] },
  doctor: { values: ['daemon'] },
  redteam: { values: [] },
  compat: { values: [] },
  cli: { values: ['*'] },
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

/**
 * The folders of a path below `base`: [] for a file of `base` itself, undefined for a file outside it.
 * @param {string} base @param {string} path
 */
function foldersBelow(base, path) {
  const parts = relative(base, path).split(sep);
  return parts[0] === '..' ? undefined : parts.slice(0, -1);
}

/**
 * The rule that an import from `from` to `to` breaks, if any.
 * @param {Record<string, Imports>} table @param {string} from @param {string} to @param {boolean} isType
 */
function brokenRule(table, from, to, isType) {
  const { values, types = [] } = table[from] ?? { values: [] };
  if (to === from || values.includes('*') || values.includes(to)) return undefined;
  const name = table === doors ? `doors/${from}` : from;
  if (types.includes(to)) return isType ? undefined : `${name} may import only types of ${to}: use \`import type\``;
  const nothing = table === doors ? 'no other door' : 'nothing of ours';
  const allowed = [...values, ...types.map((type) => `${type} (types only)`)].join(', ') || nothing;
  return `${name} may import ${allowed}; not ${to || 'the whole package'}`;
}

/** What is wrong with one import, if anything. @param {string} source @param {string} file @param {string[]} from @param {Import} imported */
function judge(source, file, from, { specifier, isType }) {
  const isOwnName = specifier === 'handrail' || specifier.startsWith('handrail/');
  if (!specifier.startsWith('.') && !isOwnName) return undefined;
  const to = isOwnName ? [] : foldersBelow(source, resolve(dirname(file), specifier));
  if (to === undefined) return `${specifier} is outside src`;
  const [room = '', door] = from;
  const [otherRoom = '', otherDoor] = to;
  const rule = brokenRule(rooms, room, otherRoom, isType);
  if (rule || room !== 'doors' || otherRoom !== 'doors') return rule;
  return brokenRule(doors, door ?? '', otherDoor ?? '', isType);
}

/** Every import in `source` (a src folder) that the tables do not allow. @param {string} source @returns {Violation[]} */
export function checkRooms(source) {
  return listSources(source).flatMap((file) => {
    const from = foldersBelow(source, file) ?? [];
    const name = relative(dirname(source), file);
    if (name === join('src', 'index.ts') || from[0] === 'exports') return []; // they only re-export
    const misplaced = misplacedFile(from);
    if (misplaced) return [{ file: name, line: 1, rule: misplaced }];
    return readImports(file).flatMap((imported) => {
      const rule = judge(source, file, from, imported);
      return rule ? [{ file: name, line: imported.line, rule }] : [];
    });
  });
}

/** What is wrong with the folder of a file, if anything. @param {string[]} folders */
function misplacedFile([room, door]) {
  if (room === undefined) return 'only index.ts and exports/ may be outside the rooms';
  if (!rooms[room]) return `${room} is not a room; the rooms are ${Object.keys(rooms).join(', ')}`;
  if (room === 'doors' && !doors[door ?? ''])
    return `${door ?? 'doors itself'} is not a door; the doors are ${Object.keys(doors).join(', ')}`;
  return undefined;
}

/** Rooms and doors of the tables that have no folder. @param {string} source @returns {string[]} */
export function missingRooms(source) {
  const folders = [...Object.keys(rooms), ...Object.keys(doors).map((door) => join('doors', door))];
  return folders.filter((folder) => !existsSync(join(source, folder)));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const source = resolve(process.argv[2] ?? fileURLToPath(new URL('../src', import.meta.url)));
  if (!existsSync(source)) throw new Error(`There is no folder ${source}. Give the path of a src folder.`);
  const violations = checkRooms(source);
  for (const folder of missingRooms(source))
    violations.push({ file: `src/${folder}`, line: 1, rule: 'listed in the table, but there is no such folder' });
  for (const { file, line, rule } of violations) console.error(`${file}:${line} ${rule}`);
  if (violations.length > 0) {
    console.error(`${violations.length} imports are not allowed. Move the code to the room it belongs to.`);
    process.exitCode = 1;
  }
}
