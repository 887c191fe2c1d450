import type { Value } from '../instruction.js';
import { asValue, isMark, type Masked, mark } from './quotes.js';
import { readValue } from './value.js';

export interface Naming {
  name: Value;
  /** The folder it is to be in: a path, beginning with / or ~. */
  place?: string;
}

const where = '(?:in|into|inside|within|under|below|at)';
const quotedIn = new RegExp(`^(${mark})(?:\\s*,)?\\s+${where}\\s+(.+)$`, 'iu');
const folderWords = `(?:(?:the|my)\\s+)?(?:folder\\s+|directory\\s+)?(?:[/~]|${mark}).*|(?:the|my)\\s+.+\\s(?:folder|directory)`;
const plainIn = new RegExp(`^(.+?)\\s+${where}\\s+(${folderWords})$`, 'iu');
const folderOf = /^(?:(?:the|my)\s+)?(?:folder|directory)\s+(?:(?:called|named)\s+)?(.+)$/iu;
const folderAfter = /^(?:(?:the|my)\s+)?(.+?)\s+(?:folder|directory)$/iu;

/** "'Notes' in /srv/files": a name and where. A quoted name is all of the name; nothing when what follows it is no folder. */
export function readNaming(text: string, masked: Masked): Naming | undefined {
  const said = text.trim();
  const isWhole = isMark(said) || !new RegExp(`^${mark}`, 'u').test(said);
  const [, name, folder] = quotedIn.exec(said) ?? plainIn.exec(said) ?? [];
  if (name === undefined || folder === undefined) return isWhole ? { name: readValue(said, masked) } : undefined;
  const place = readPlace(folder, masked);
  return place === undefined ? undefined : { name: readValue(name, masked), place };
}

/** A folder by its path, or the home folder and what every one has in it. */
export function readPlace(text: string, masked: Masked): string | undefined {
  const said = text.trim();
  const bare = asValue(masked, (folderOf.exec(said) ?? folderAfter.exec(said))?.[1] ?? said);
  if (/^(?:\/|~(?:\/|$))/u.test(bare)) return bare;
  if (/^home$/iu.test(bare)) return '~';
  const usual = /^(?:desktop|documents|downloads|music|pictures|public|templates|videos)$/iu.test(bare);
  return usual ? `~/${bare.slice(0, 1).toUpperCase()}${bare.slice(1).toLowerCase()}` : undefined;
}
