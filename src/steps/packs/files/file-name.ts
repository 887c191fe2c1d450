import type { Value } from '../../instruction.js';
import { asValue, isMark, type Masked, mark } from '../../parser/mask.js';
import { readValue } from '../../parser/value.js';

export interface FileName {
  name: Value;
  /** A path that starts with / or ~. */
  folder?: string;
}

const where = '(?:in|into|inside|within|under|below|at)';
const quotedIn = new RegExp(`^(${mark})(?:\\s*,)?\\s+${where}\\s+(.+)$`, 'iu');
const folderWords = `(?:(?:the|my)\\s+)?(?:folder\\s+|directory\\s+)?(?:[/~]|${mark}).*|(?:the|my)\\s+.+\\s(?:folder|directory)`;
const plainIn = new RegExp(`^(.+?)\\s+${where}\\s+(${folderWords})$`, 'iu');
const folderOf = /^(?:(?:the|my)\s+)?(?:folder|directory)\s+(?:(?:called|named)\s+)?(.+)$/iu;
const folderAfter = /^(?:(?:the|my)\s+)?(.+?)\s+(?:folder|directory)$/iu;

/** "'Notes' in /srv/files": a name and a folder. Returns undefined when a quoted name is followed by something other than a folder. */
export function readFileName(text: string, masked: Masked): FileName | undefined {
  const trimmed = text.trim();
  const isWhole = isMark(trimmed) || !new RegExp(`^${mark}`, 'u').test(trimmed);
  const [, name, folder] = quotedIn.exec(trimmed) ?? plainIn.exec(trimmed) ?? [];
  if (name === undefined || folder === undefined) return isWhole ? { name: readValue(trimmed, masked) } : undefined;
  const path = readFolder(folder, masked);
  return path === undefined ? undefined : { name: readValue(name, masked), folder: path };
}

/** The path of a folder, of the home folder, or of one of its standard folders. */
export function readFolder(text: string, masked: Masked): string | undefined {
  const trimmed = text.trim();
  const bare = asValue(masked, (folderOf.exec(trimmed) ?? folderAfter.exec(trimmed))?.[1] ?? trimmed);
  if (/^(?:\/|~(?:\/|$))/u.test(bare)) return bare;
  if (/^home$/iu.test(bare)) return '~';
  const isStandardFolder = /^(?:desktop|documents|downloads|music|pictures|public|templates|videos)$/iu.test(bare);
  return isStandardFolder ? `~/${bare.slice(0, 1).toUpperCase()}${bare.slice(1).toLowerCase()}` : undefined;
}
