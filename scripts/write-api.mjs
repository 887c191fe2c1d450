// Writes docs/api from the declarations of the built package. With --check: only reports what is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/api');

/** @typedef {{ name: string, kind: string, about: string, code: string }} Entry */
/** @typedef {{ type: string, start: number, end: number, declaration?: Node, source?: { value: string }, specifiers?: Specifier[], id?: { name: string }, declarations?: { id: { name: string } }[] }} Node */
/** @typedef {{ local: { name: string }, exported: { name: string } }} Specifier */

/** What each import path is for. */
const paths = {
  handrail:
    'What most programs need: tasks, agents, sessions, tools of your own, and the types of their options and results.',
  'handrail/models': 'The functions that create models, one for each provider, and what a new model needs.',
  'handrail/tools': 'The built-in tools, and what programs that call tools themselves need.',
  'handrail/compat': 'Functions with the names and results of other packages.',
  'handrail/testing': 'A model that replays a script, and servers with the rules of the providers.',
};

/** @param {string} file @returns {{ text: string, body: Node[] }} */
function parse(file) {
  const text = readFileSync(file, 'utf8');
  return { text, body: /** @type {Node[]} */ (/** @type {unknown} */ (parseSync(file, text).program.body)) };
}

/** @param {string} from @param {string} specifier */
const resolveModule = (from, specifier) => resolve(dirname(from), specifier.replace(/\.js$/, '.d.ts'));

/** The names that a declaration declares. @param {Node | undefined} node */
const declaredNames = (node) => (node?.id ? [node.id.name] : (node?.declarations ?? []).map(({ id }) => id.name));

/** Every name that a module exports, with the module and the name of its declaration. @param {string} file @returns {[string, string, string][]} */
function exportsOf(file) {
  return parse(file).body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration' && node.source) return exportsOf(resolveModule(file, node.source.value));
    if (node.type !== 'ExportNamedDeclaration') return [];
    const from = node.source ? resolveModule(file, node.source.value) : file;
    const listed = (node.specifiers ?? []).map(({ local, exported }) => [exported.name, from, local.name]);
    const own = declaredNames(node.declaration).map((name) => [name, file, name]);
    return /** @type {[string, string, string][]} */ ([...listed, ...own]);
  });
}

/** The declarations of a name, where it is declared. @param {string} file @param {string} name @returns {{ about: string, code: string, kind: string }} */
function declarationOf(file, name) {
  const { text, body } = parse(file);
  const found = body.filter((node) => declaredNames(node.declaration ?? node).includes(name));
  if (found.length === 0) {
    const again = exportsOf(file).find(([exported, from]) => exported === name && from !== file);
    if (!again) throw new Error(`${name} is not declared in ${file}.`);
    return declarationOf(again[1], again[2]);
  }
  const comments = found.map(
    ({ start }) => /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start))?.[1] ?? '',
  );
  const about = comments
    .map((comment) =>
      comment
        .replace(/^\s*\*\s?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join(' ');
  const code = found
    .map(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/^export /, '')
        .replace(/^declare /, ''),
    )
    .join('\n');
  return { about, code, kind: kindOf(code) };
}

/** @param {string} code */
function kindOf(code) {
  if (code.startsWith('function')) return 'function';
  if (/^(?:abstract )?class/.test(code)) return 'class';
  return code.startsWith('const') ? 'value' : 'type';
}

/** @param {string} path @returns {Entry[]} */
function entriesOf(path) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const target = manifest.exports[path.replace('handrail', '.')].types;
  const seen = new Map();
  for (const [name, file, local] of exportsOf(join(root, target)))
    seen.set(name, { name, ...rename(declarationOf(file, local), local, name) });
  const order = ['function', 'class', 'value', 'type'];
  return [...seen.values()].sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.name.localeCompare(other.name),
  );
}

/** A declaration under the name that the package exports. @param {Omit<Entry, 'name'>} entry @param {string} from @param {string} to */
function rename(entry, from, to) {
  return from === to ? entry : { ...entry, code: entry.code.replace(new RegExp(`\\b${from}\\b`), to) };
}

/** @param {string} path */
const fileOf = (path) => `${path.split('/')[1] ?? 'handrail'}.md`;
const note = '<!-- Written by scripts/write-api.mjs (`npm run docs`) from the types. Do not edit. -->';

/** @param {string} path @param {string} about */
function page(path, about) {
  const entries = entriesOf(path).map(({ name, about: text, code }) =>
    [`## ${name}`, '', ...(text ? [text, ''] : []), '```typescript', code, '```', ''].join('\n'),
  );
  return [`# ${path}`, '', note, '', about, '', ...entries].join('\n');
}

const index = [
  ...['# API', '', note, '', 'The package has five import paths. Each name is exported by one of them.', ''],
  ...['| import path | exports |', '|---|---|'],
  ...Object.entries(paths).map(([path, about]) => `| [\`${path}\`](${fileOf(path)}) | ${about} |`),
  '',
].join('\n');

const files = new Map([
  ['README.md', index],
  .../** @type {[string, string][]} */ (
    Object.entries(paths).map(([path, about]) => [fileOf(path), page(path, about)])
  ),
]);
mkdirSync(folder, { recursive: true });
for (const [name, text] of files) {
  const path = join(folder, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else {
    console.error(`docs/api/${name} is out of date. Run: npm run docs`);
    process.exitCode = 1;
  }
}
