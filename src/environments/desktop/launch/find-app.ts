import { HandrailError } from '../../../core/errors.js';
import { nearestName } from '../../../core/nearest.js';
import { findProgram } from '../../processes/find-program.js';
import { commandName, type DesktopEntry } from './desktop-entries.js';

/** The program that a name means: a path, a command, or the name of an installed program. Throws `unknown_app` with the nearest names. */
export function findApp(app: string, entries: readonly DesktopEntry[], path?: string): [string, ...string[]] {
  const asked = app.trim();
  const program = asked && findProgram(asked, path);
  if (program) return [program];
  const wanted = asked.toLowerCase();
  const named = entries.filter(({ id, name }) => name.toLowerCase() === wanted || id.toLowerCase() === wanted);
  const near = named.length > 0 ? named : entries.filter(({ name, kind = '' }) => holds([name, kind], wanted));
  const [first] = near;
  if (first && (named.length > 0 || new Set(near.map(({ command }) => command.join(' '))).size === 1))
    return startOf(first, path);
  throw unknownApp(app, near, entries);
}

function startOf({ command: [program, ...parameters] }: DesktopEntry, path?: string): [string, ...string[]] {
  return [findProgram(program, path) ?? program, ...parameters];
}

function holds(texts: readonly string[], words: string): boolean {
  return words !== '' && texts.some((text) => text.toLowerCase().includes(words));
}

const mostNames = 30;

function unknownApp(app: string, near: readonly DesktopEntry[], entries: readonly DesktopEntry[]): HandrailError {
  const names = near.length > 0 ? near.map(({ name }) => name) : entries.map(({ name }) => name);
  const told = [...new Set(names)].slice(0, mostNames).join(', ');
  const shown = app.slice(0, 80);
  if (near.length > 0)
    return new HandrailError('unknown_app', `"${shown}" could be ${near.length} programs.`, `Say which: ${told}.`);
  const close = nearest(
    app,
    entries.flatMap((entry) => [entry.name, commandName(entry)]),
  );
  return new HandrailError(
    'unknown_app',
    `There is no program "${shown}" here${close ? `; did you mean "${close}"` : ''}.`,
    told ? `Installed: ${told}. Any command or path can be started as well.` : 'Give the command or the path of one.',
  );
}

/** Upper and lower case are the same, and so are spaces and dashes. */
function nearest(app: string, names: readonly string[]): string | undefined {
  const plain = new Map(names.map((name) => [name.toLowerCase().replace(/[\s-]+/g, '_'), name]));
  const found = nearestName(app, [...plain.keys()]);
  return found === undefined ? undefined : plain.get(found);
}
