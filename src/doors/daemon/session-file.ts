import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A session of a background process. With a reason: it ended without a `close` command. */
export interface SessionRecord {
  name: string;
  url: string;
  reason: string;
  /** What decides on its actions, as JSON. Empty in the file of an older build. */
  rules: string;
}

/** The file in which the process with that pointer file lists its sessions. It survives the process. */
export function sessionFile(pointerFile: string): string {
  return pointerFile.endsWith('.pointer') ? pointerFile.replace(/pointer$/, 'sessions') : 'sessions';
}

/** The names of all such files in the folder. */
export function listSessionFiles(folder: string): string[] {
  return readdirSync(folder).filter((file) => /^(?:daemon-[\d-]+\.)?sessions$/.test(file));
}

export function readSessionFile(folder: string, file: string): SessionRecord[] {
  return readText(join(folder, file))
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', url = '', reason = '', rules = ''] = line.split('\t');
      return { name, url, reason, rules };
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // no earlier process, or an unreadable file: no explanations
  }
}

/** One line per session. */
export function formatSessions(records: readonly SessionRecord[]): string {
  return records.map(({ name, url, reason, rules }) => `${name}\t${url}\t${reason}\t${rules}\n`).join('');
}

export function writeSessionFile(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  try {
    writeFileSync(`${path}-new`, text, { mode: 0o600 });
    renameSync(`${path}-new`, path);
  } catch {
    // On a full disk only the later explanation is lost.
  }
}
