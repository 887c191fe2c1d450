import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => listFiles(join(path, name))).filter((file) => !file.endsWith('.generated.ts'));
}

/** A hash of the names and contents of files and folders, without generated files. @param {string} root @param {string[]} paths @param {string[]} [more] */
export function hashFiles(root, paths, more = []) {
  const hash = createHash('sha256');
  for (const text of more) hash.update(`${text}\0`);
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Stamps are in node_modules, so that removing it removes them, too. @param {string} root @param {string} name */
const stampPath = (root, name) => join(root, 'node_modules', '.handrail', name);

/** @param {string} root @param {string} name @param {string} hash */
export function hasStamp(root, name, hash) {
  const path = stampPath(root, name);
  return existsSync(path) && readFileSync(path, 'utf8') === hash;
}

/** @param {string} root @param {string} name @param {string} hash */
export function writeStamp(root, name, hash) {
  const path = stampPath(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, hash);
}
