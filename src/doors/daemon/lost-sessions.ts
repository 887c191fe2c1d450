import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { quoteArgument } from '../command-line/format-line.js';
import type { ManagedSession } from '../session-manager/managed-session.js';

const maxRemembered = 20;

interface LostSession {
  url: string;
  reason: string;
}

/** Sessions that ended without a `close` command, so that a later command for one of them gets the reason. */
export interface LostSessions {
  /** Writes the open and the lost sessions to a file that survives this process. */
  save(open: readonly ManagedSession[]): void;
  /** The error for a lost session of that name, if there was one. */
  explain(name: string): HandrailError | undefined;
  add(name: string, lost: LostSession): void;
  forget(name: string): void;
}

/** Loads the sessions of an earlier background process. Those it had not closed were lost when it was killed. */
export function loadLostSessions(folder: string): LostSessions {
  const path = join(folder, 'sessions');
  const lost = new Map<string, LostSession>(
    readLines(path).map(([name, url, reason]) => [
      name,
      { url, reason: reason || 'its background process was killed' },
    ]),
  );
  let written = '';
  return {
    save(sessions) {
      const open = sessions.map(({ name, location }) => `${name}\t${location() ?? ''}\t\n`);
      const ended = [...lost].map(([name, { url, reason }]) => `${name}\t${url}\t${reason}\n`);
      const text = [...open, ...ended.slice(-maxRemembered)].join('');
      if (text === written) return;
      written = text;
      try {
        writeFileSync(`${path}-new`, text, { mode: 0o600 });
        renameSync(`${path}-new`, path);
      } catch {
        // On a full disk only the later explanation is lost.
      }
    },
    explain(name) {
      const session = lost.get(name);
      if (!session) return undefined;
      const url = /^https?:/.test(session.url) ? quoteArgument(session.url) : '<url>';
      return new HandrailError(
        'no_session',
        `The session "${name}" no longer exists: ${session.reason}.`,
        `Open it again: handrail open ${url}${name === 'default' ? '' : ` --session ${name}`}`,
      );
    },
    add: (name, session) => lost.set(name, session),
    forget: (name) => lost.delete(name),
  };
}

function readLines(path: string): [name: string, url: string, reason: string][] {
  return readText(path)
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', url = '', reason = ''] = line.split('\t');
      return [name, url, reason];
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // no earlier process, or an unreadable file: no explanations
  }
}
