import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import { quote } from '../terminal/write-line.js';

const mostRemembered = 20;

interface Lost {
  url: string;
  why: string;
}

/** Remembers sessions that ended without being closed, so that whoever asks for one hears what became of it. */
export interface LostSessions {
  /** Writes down which sessions are open now. */
  note(open: readonly ManagedSession[]): void;
  /** Why a session of that name is not there, if there was one. */
  explain(name: string): HandrailError | undefined;
  add(name: string, lost: Lost): void;
  forget(name: string): void;
}

export function recallSessions(folder: string): LostSessions {
  const path = join(folder, 'sessions');
  const lost = new Map<string, Lost>(
    readLines(path).map(([name, url, why]) => [
      name,
      { url, why: why || 'the background process that held it was killed' },
    ]),
  );
  let written = '';
  return {
    note(held) {
      const open = held.map(({ name, url }) => `${name}\t${url() ?? ''}\t\n`);
      const ended = [...lost].map(([name, { url, why }]) => `${name}\t${url}\t${why}\n`);
      const text = [...open, ...ended.slice(-mostRemembered)].join('');
      if (text === written) return;
      written = text;
      try {
        writeFileSync(`${path}-new`, text, { mode: 0o600 });
        renameSync(`${path}-new`, path);
      } catch {
        // A full disk costs a later reader this explanation, and nobody anything else.
      }
    },
    explain(name) {
      const found = lost.get(name);
      if (!found) return undefined;
      const address = /^https?:/.test(found.url) ? quote(found.url) : '<address>';
      return new HandrailError(
        'no_session',
        `The session "${name}" is gone: ${found.why}.`,
        `Open it again: handrail open ${address}${name === 'default' ? '' : ` --session ${name}`}`,
      );
    },
    add: (name, what) => lost.set(name, what),
    forget: (name) => lost.delete(name),
  };
}

function readLines(path: string): [name: string, url: string, why: string][] {
  return readText(path)
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', url = '', why = ''] = line.split('\t');
      return [name, url, why];
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // Without it, what became of a session stays untold.
  }
}
