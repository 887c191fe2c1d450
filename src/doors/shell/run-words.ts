import { resolve } from 'node:path';
import { HandrailError, toFault } from '../../core/errors.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import { splitLine } from '../terminal/split-line.js';
import type { Shell, ShellReply } from './command.js';
import { findCommand, unknownCommand } from './commands.js';
import { readWords } from './read-words.js';
import { faultReply } from './reply.js';

export interface Caller {
  hub: SessionManager;
  words: readonly string[];
  /** The caller's working folder, HANDRAIL_HOME and HANDRAIL_SESSION. */
  folder: string;
  home: string;
  session: string;
  signal: AbortSignal;
  input(): Promise<string>;
}

/** Does what the words say. Never throws. */
export async function runWords({ words, home, session, ...caller }: Caller): Promise<ShellReply & { json: boolean }> {
  let json = words.includes('--json');
  try {
    const { own, rest } = takeCommon(words);
    json = own.json;
    const shell: Shell = {
      ...caller,
      home: resolve(caller.folder, home || '.handrail'),
      session: own.session ?? (session || 'default'),
      full: own.full,
      ...(own.image === undefined ? {} : { image: own.image }),
      runLine: (line) => runLine(line, shell),
    };
    const [name = '', ...parameters] = rest;
    return { ...(await runOne(name, parameters, shell)), json };
  } catch (error) {
    return { ...faultReply(toFault(error)), json };
  }
}

async function runOne(name: string, words: readonly string[], shell: Shell): Promise<ShellReply> {
  try {
    const command = findCommand(name);
    if (!command) throw unknownCommand(name);
    return await command.run(readWords(command, words, shell.folder), shell);
  } catch (error) {
    return faultReply(toFault(error));
  }
}

interface Common {
  session?: string;
  json: boolean;
  full: boolean;
  image?: string;
}

/** The flags that every command takes, wherever they stand. */
function takeCommon(words: readonly string[]): { own: Common; rest: string[] } {
  const own: Common = { json: false, full: false };
  const rest: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, flag, attached] = /^--(session|image|json|full)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === '--') {
      rest.push(...words.slice(at));
      break;
    }
    if (flag === 'json' || flag === 'full') own[flag] = true;
    else if (flag === 'session' || flag === 'image') {
      if (attached === undefined) at += 1;
      const value = attached ?? words[at];
      if (!value) throw new HandrailError('invalid_option', `--${flag} needs a value.`, 'See: handrail --help');
      own[flag] = value;
    } else rest.push(word);
  }
  return { own, rest };
}

async function runLine(line: string, shell: Shell): Promise<ShellReply> {
  try {
    const { own, rest } = takeCommon(splitLine(line).filter((word, index) => index > 0 || word !== 'handrail'));
    const [name = '', ...parameters] = rest;
    if (name === 'batch')
      throw new HandrailError('invalid_input', 'A batch cannot hold a batch.', 'Write its commands out.');
    const { session, image, full } = own;
    return await runOne(name, parameters, {
      ...shell,
      ...(session === undefined ? {} : { session }),
      ...(image === undefined ? {} : { image }),
      full: full || shell.full,
    });
  } catch (error) {
    return faultReply(toFault(error));
  }
}
