import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const maxRootNames = 60;

/** Globals of the language, of Node and of browsers, and words that every program uses for its own things. */
const generalNames = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...['Element', 'Call', 'Change', 'Point', 'Rect', 'Size', 'State', 'Role', 'Target', 'Message', 'Reply', 'Turn'],
  ...['Usage', 'Effect', 'Scroll', 'Tab', 'Button', 'pixels', 'call', 'chat', 'ground', 'validate', 'roles', 'buttons'],
]);

/** The names that a module exports, types included. Follows `export *`. */
function exportedNames(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/^\w+ as /, ''),
      )
      .filter(Boolean),
  );
  const all = [...text.matchAll(/^export \* from '([^']+)\.js'/gm)].flatMap(([, path = '']) =>
    exportedNames(join(dirname(file), `${path}.ts`)),
  );
  return [...listed, ...all];
}

const sourceOf = (path: string) => join(root, path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
const paths = Object.entries<{ types: string; default: string }>(manifest.exports).filter(
  ([, target]) => typeof target === 'object',
);
const namesOf = new Map(paths.map(([path, target]) => [path, exportedNames(sourceOf(target.default))]));

describe('The import paths of the package', () => {
  it('are these five', () => {
    expect([...namesOf.keys()]).toEqual(['.', './models', './tools', './compat', './testing']);
    for (const [, target] of paths) expect(target.types).toBe(target.default.replace(/\.js$/, '.d.ts'));
  });

  it('export each name once', () => {
    const all = [...namesOf.values()].flat();
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  it('export at the root only few names, and no general one', () => {
    const names = namesOf.get('.') ?? [];
    expect(names).toEqual(expect.arrayContaining(['run', 'createAgent', 'openSession', 'defineTool']));
    expect(names.length).toBeLessThanOrEqual(maxRootNames);
    expect(names.filter((name) => generalNames.has(name))).toEqual([]);
  });

  it('have one function for each provider, with its name', async () => {
    const { providers } = await import('../src/models/registry.js');
    const names = namesOf.get('./models') ?? [];
    for (const { name } of providers) {
      const [provider = ''] = name.split('/', 1);
      expect(names).toContain(provider.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    }
  });
});
