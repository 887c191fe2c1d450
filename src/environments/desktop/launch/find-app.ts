import { HandrailError } from '../../../core/errors.js';
import { suggestName } from '../../../core/words/suggest-name.js';
import { findProgram } from '../../processes/find-program.js';
import { commandName, type DesktopEntry } from './desktop-entries.js';

/** The command for a path, a command name, or the name of an installed program. Throws `unknown_app` with suggestions. */
export function findApp(app: string, entries: readonly DesktopEntry[], path?: string): [string, ...string[]] {
  const name = app.trim();
  const program = name && findProgram(name, path);
  if (program) return [program];
  const query = name.toLowerCase();
  const exact = entries.filter((entry) => entry.name.toLowerCase() === query || entry.id.toLowerCase() === query);
  const matches = exact.length > 0 ? exact : entries.filter((entry) => query !== '' && containsText(entry, query));
  const [first] = matches;
  if (first && (exact.length > 0 || new Set(matches.map(({ command }) => command.join(' '))).size === 1))
    return resolveCommand(first, path);
  throw unknownApp(app, matches, entries);
}

function resolveCommand({ command: [program, ...parameters] }: DesktopEntry, path?: string): [string, ...string[]] {
  return [findProgram(program, path) ?? program, ...parameters];
}

function containsText({ name, kind = '' }: DesktopEntry, query: string): boolean {
  return [name, kind].some((text) => text.toLowerCase().includes(query));
}

const maxNames = 30;

function unknownApp(app: string, matches: readonly DesktopEntry[], entries: readonly DesktopEntry[]): HandrailError {
  const candidates = (matches.length > 0 ? matches : entries).map(({ name }) => name);
  const names = [...new Set(candidates)].slice(0, maxNames).join(', ');
  const query = app.slice(0, 80);
  if (matches.length > 0)
    return new HandrailError('unknown_app', `"${query}" matches ${matches.length} programs.`, `Use one of: ${names}.`);
  const suggestion = suggestProgram(
    app,
    entries.flatMap((entry) => [entry.name, commandName(entry)]),
  );
  return new HandrailError(
    'unknown_app',
    `There is no program "${query}"${suggestion ? `; did you mean "${suggestion}"` : ''}.`,
    names ? `Installed: ${names}. You can also use any command or path.` : 'Use the command or the path of a program.',
  );
}

/** The most similar name, ignoring case, spaces and dashes. */
function suggestProgram(app: string, names: readonly string[]): string | undefined {
  const normalized = new Map(names.map((name) => [name.toLowerCase().replace(/[\s-]+/g, '_'), name]));
  const found = suggestName(app, [...normalized.keys()]);
  return found === undefined ? undefined : normalized.get(found);
}
