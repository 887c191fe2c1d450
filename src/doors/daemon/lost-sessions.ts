import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';
import { parsePolicy } from '../../rails/policy/load-policy.js';
import { quoteArgument } from '../command-line/format-line.js';
import type { ManagedSession, SessionRules } from '../session-manager/managed-session.js';
import { formatSessions, listSessionFiles, readSessionFile, sessionFile, writeSessionFile } from './session-file.js';

const maxRemembered = 20;

interface LostSession {
  url: string;
  reason: string;
  rules: string;
}

/** Sessions that ended without a `close` command, so that a later command for one of them gets the reason. */
export interface LostSessions {
  /** Writes the open and the lost sessions to a file that survives this process. */
  save(open: readonly ManagedSession[]): void;
  /** The error for a lost session of that name, if there was one. */
  explain(name: string): HandrailError | undefined;
  /** What decided on the actions of a lost session. A new session of that name keeps it. Throws HandrailError if it cannot be read. */
  rulesOf(name: string): SessionRules | undefined;
  add(name: string, lost: LostSession): void;
  forget(name: string): void;
  /** Takes over the sessions of processes that have no pointer file any more. Those they had not closed were lost when they were killed. */
  takeOver(): void;
}

/** The lost sessions of the process with that pointer file. */
export function createLostSessions(folder: string, pointerFile: string): LostSessions {
  const ownFile = sessionFile(pointerFile);
  const lost = new Map<string, LostSession>();
  let written = '';

  function load(file: string): void {
    for (const { name, url, reason, rules } of readSessionFile(folder, file))
      lost.set(name, { url, rules, reason: reason || 'its background process was killed' });
  }

  load(ownFile); // of an earlier process of this build
  return {
    save(sessions) {
      const open = sessions.map((session) => ({ name: session.name, reason: '', ...keptFacts(session) }));
      const ended = [...lost].map(([name, session]) => ({ name, ...session }));
      const text = formatSessions([...open, ...ended.slice(-maxRemembered)]);
      if (text === written) return;
      written = text;
      writeSessionFile(folder, ownFile, text);
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
    rulesOf: (name) => readRules(name, lost.get(name)?.rules),
    add: (name, session) => lost.set(name, session),
    forget: (name) => lost.delete(name),
    takeOver() {
      for (const file of listSessionFiles(folder)) {
        if (file === ownFile || existsSync(join(folder, pointerFileOf(file)))) continue;
        load(file);
        rmSync(join(folder, file), { force: true });
      }
    },
  };
}

/** What a session file keeps of an open session. */
export function keptFacts({ location, rules }: ManagedSession): Pick<LostSession, 'url' | 'rules'> {
  return { url: location() ?? '', rules: JSON.stringify(rules) };
}

function readRules(name: string, text = ''): SessionRules | undefined {
  if (text === '') return undefined;
  try {
    const { policy, approves } = JSON.parse(text);
    return { policy: parsePolicy(policy, `the policy of the session "${name}"`), approves: approves === true };
  } catch (error) {
    throw new HandrailError(
      'invalid_option',
      `The policy of the lost session "${name}" cannot be read: ${messageOf(error)}`,
      'Name the policy: handrail open <url> --policy <name or file>',
      { cause: error },
    );
  }
}

function pointerFileOf(file: string): string {
  return file === 'sessions' ? 'daemon' : file.replace(/sessions$/, 'pointer');
}
