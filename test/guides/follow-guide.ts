import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the source with the files and changes of a guide, built. */
export interface FollowedGuide {
  folder: string;
  /** Paths of the files that the guide writes. */
  written: string[];
  /** The lines that the guide adds to existing files, by path. */
  added: Record<string, string[]>;
  /** Paths in src and test that the text names. */
  namedFiles: string[];
  /** Runs a module inside the copy, where `handrail` is the built copy, and returns what it printed. */
  run(module: string): Promise<string>;
  remove(): Promise<void>;
}

export interface GuideSources {
  /** Folders beside src that the guide changes, without their test files. */
  folders: readonly string[];
  /** The files to compile. They and their imports are built into `out`. */
  files: readonly string[];
}

/**
 * Follows a guide step by step: writes its `ts <path>` blocks, applies its `diff <path>` blocks, and builds. Without `sources` it builds src
 * into dist.
 */
export async function followGuide(name: string, sources?: GuideSources): Promise<FollowedGuide> {
  const folder = await mkdtemp(join(tmpdir(), 'handrail-guide-'));
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true });
  const isSource = (path: string): boolean => !path.endsWith('.test.ts');
  for (const path of sources?.folders ?? [])
    await cp(join(root, path), join(folder, path), { recursive: true, filter: isSource });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const guide = await readFile(join(root, 'docs/guides', `${name}.md`), 'utf8');
  const written: string[] = [];
  const added: Record<string, string[]> = {};
  for (const [, kind, path = '', text = ''] of guide.matchAll(/^```(ts|diff) (\S+)\n(.*?)^```/gms)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, kind === 'ts' ? text : applyDiff(await readFile(target, 'utf8'), text));
    if (kind === 'ts') written.push(path);
    else added[path] = text.split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
  }
  await writeFile(join(folder, 'package.json'), await manifest(sources ? 'out/src' : 'dist'));
  await writeFile(join(folder, 'tsconfig.json'), await compilerSettings(sources));
  await build(folder);
  return {
    folder,
    written,
    added,
    namedFiles: [...guide.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path),
    async run(module) {
      await writeFile(join(folder, 'main.mjs'), module);
      const { stdout } = await execute(process.execPath, ['main.mjs'], { cwd: folder, timeout: 60_000 });
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Applies hunks that are separated by `@@`: the lines with a space or a minus must occur in the text, one after the other. */
export function applyDiff(text: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((current, hunk) => {
    const lines = hunk.trimEnd().split('\n');
    const side = (mark: string) =>
      lines
        .filter((line) => ` ${mark}`.includes(line[0] ?? ''))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const before = side('-');
    if (!current.includes(before)) throw new Error(`The guide changes lines that are not there:\n${before}`);
    return current.replace(before, () => side('+'));
  }, text);
}

/** The package by its own name, with the build of the copy in place of dist. */
async function manifest(built: string): Promise<string> {
  const { name, type, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return JSON.stringify({ name, type, exports }).replaceAll('./dist/', `./${built}/`);
}

async function compilerSettings(sources?: GuideSources): Promise<string> {
  const { compilerOptions, include, exclude } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const options = { ...compilerOptions, declaration: false };
  if (!sources) return JSON.stringify({ compilerOptions: options, include, exclude });
  return JSON.stringify({ compilerOptions: { ...options, rootDir: '.', outDir: 'out' }, files: sources.files });
}

async function build(folder: string): Promise<void> {
  try {
    await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder });
  } catch (error) {
    throw new Error(`The code of the guide does not compile:\n${(error as { stdout?: string }).stdout}`);
  }
}
