import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import type { AppFacts } from '../../../core/read.js';
import { foldText } from '../../../perception/grounding/text-similarity.js';
import { type Deed, type ExecutionState, perform, type Script } from '../../execution-state.js';
import { find, launchPatience } from '../../resolver/find.js';
import { lookFor, tell } from '../../resolver/target.js';

const fileManagers = /^(?:thunar|pcmanfm|nautilus|nemo|caja|dolphin|files|file manager)\b/iu;
const terminals = /(?:term(?:inal)?|konsole|rxvt|kitty|alacritty)\b/iu;
/** What people call a kind of program, and programs of that kind. */
const kinds: readonly (readonly [words: RegExp, programs: RegExp])[] = [
  [/^file\s*(?:manager|browser|explorer)$|^files$/iu, fileManagers],
  [/^calculator$/iu, /(?<!libreoffice[\s-])calc\b|alculat/iu],
  [
    /^(?:text\s*editor|editor|notepad)$/iu,
    /^(?:mousepad|gedit|gnome-text-editor|text editor|leafpad|xed|pluma|kate|featherpad)\b/iu,
  ],
  [/^(?:terminal|console|shell|(?:command\s*|shell\s+)?(?:line|prompt))(?:\s+emulator)?$/iu, terminals],
  [/^(?:spread\s?)?sheet(?:\s+program)?$/iu, /\bcalc$|gnumeric/iu],
  [/^(?:web\s*)?browser$/iu, /firefox|chrom(?:e|ium)|web browser/iu],
];

/** A program's name as it was said, without what says only that it is one. */
export function programName(said: string): string {
  return said
    .replace(/["“”'‘’]/gu, '')
    .replace(/^(?:up\s+)?(?:the|a|an|my)\s+/iu, '')
    .replace(/^(?:program|application|app)\s+/iu, '')
    .replace(/\s+(?:program|application|app|window)$/iu, '')
    .trim();
}

/** The windows whose program or title is called so. */
export function windowsNamed({ turn }: ExecutionState, said: string): Tab[] {
  const name = programName(said);
  const wanted = foldText(name).text;
  const { tabs = [] } = turn.observation;
  if (wanted === '') return [];
  const exact = tabs.filter(({ url, title }) => [url, title].some((text) => foldText(text).text === wanted));
  if (exact.length > 0) return exact;
  const kind = kinds.find(([words]) => words.test(name))?.[1];
  return tabs.filter(
    ({ url, title }) =>
      ` ${foldText(`${url} ${title}`).text} `.includes(` ${wanted} `) || [url, title].some((text) => kind?.test(text)),
  );
}

/** Whether the window in use is one of folders. */
export function isFileManager({ turn }: ExecutionState): boolean {
  return fileManagers.test(turn.observation.app ?? '');
}

/** Whether the window in use takes commands. */
export function isTerminal({ turn }: ExecutionState): boolean {
  return terminals.test(turn.observation.app ?? '');
}

/** "the file '/srv/a.txt' with mousepad". */
const fileWith =
  /^(?:(?:the|my)\s+)?(?:(?:file|document|folder|directory)\s+)?(?:["“]([/~][^"”]*)["”]|([/~]\S*))\s+(?:in|with|using|by)\s+(?:the\s+)?(.+)$/iu;

/** Opens a thing of the window in use, goes to a window that is there, or starts a program. */
export async function* openThing(world: ExecutionState, target: string, words: string): Script {
  const [, quoted, path, program] = fileWith.exec(target.trim()) ?? [];
  if (program !== undefined) return yield* launch(world, `${program} "${quoted ?? path ?? ''}"`, words);
  const item = /^(?:it|that|this)$/iu.test(target.trim()) && world.last ? target : itemNamed(target);
  if (item !== undefined) {
    const found = yield* find(world, item, { kind: 'item' });
    yield* perform(world, words, tell(target, found), { tool: 'double_click', input: { selector: found.element.id } });
    return;
  }
  const [window] = windowsNamed(world, target);
  const isQuoted = /^["“]/u.test(target.trim());
  const { one } = await lookFor(world, isQuoted ? target : `"${programName(target)}"`, { kind: 'thing' });
  if (one && one.score >= 0.9 && !window) {
    const isItem = /^(?:ListItem|TableRow|TableCell|Image)$/.test(one.element.role) || one.element.kind === 'icon';
    const deed: Deed = { tool: isItem ? 'double_click' : 'click', input: { selector: one.element.id } };
    yield* perform(world, words, tell(target, one), deed);
    return;
  }
  if (window) return yield* useWindow(world, window, words);
  yield* launch(world, target, words);
}

/** "the docs folder", "the file 'a.txt'": what is shown under that name. A path is no such name. */
function itemNamed(target: string): string | undefined {
  const said = target.trim();
  if (kinds.some(([words]) => words.test(programName(said)))) return undefined; // "the file manager" is no file
  const [, after] =
    /^(?:the\s+|my\s+)?(?:sub-?)?(?:folder|directory|file)\s+(?:called\s+|named\s+)?(.+)$/iu.exec(said) ?? [];
  const [, before] = /^(?:the|my)\s+(.+?)\s+(?:sub-?)?(?:folder|directory|file)$/iu.exec(said) ?? [];
  const name = (after ?? before)?.replace(/["“”]/gu, '').trim();
  return name === undefined || /^[/~]/u.test(name) ? undefined : `"${name}"`;
}

export async function* useWindow(
  world: ExecutionState,
  { id, title, url, active }: Tab,
  words: string,
  raise = false,
): Script {
  if (active && !raise) return;
  yield* perform(world, words, `${id} "${title}" is a window of ${url}.`, {
    tool: 'focus_app',
    input: { app: id, ...(raise ? { raise } : {}) },
  });
}

/** Starts a program by its name, its command, or the kind of program it is, with what is said after it to start it with. */
export async function* launch(world: ExecutionState, said: string, words: string): Script {
  const { apps } = await world.turn.read({ what: 'apps' });
  const { name, parameters } = commandLine(said);
  // Options are for a command, whatever else has its name in it.
  const isCommand = parameters.some((one) => one.startsWith('-')) && /^[a-z][\w.+-]*$/u.test(name);
  const program = isCommand ? name : programFor(apps, programName(name));
  const withWords = parameters.length > 0 ? ` with ${parameters.join(' ')}` : '';
  yield* perform(world, words, `"${programName(name)}" is the program ${program}: starting it${withWords}.`, {
    tool: 'launch_app',
    input: { app: program, ...(parameters.length > 0 ? { arguments: parameters } : {}) },
  });
  world.patience = launchPatience;
}

const parameter = /^(.+?)\s+((?:--?\w|[/~]|["“]|\w+:\/\/).*)$/su;

/** "libreoffice --calc": options, paths and what is quoted after the name of a program. "the file '/srv/x'" names none. */
function commandLine(said: string): { name: string; parameters: string[] } {
  const whole = /^["“]([^"“”]+)["”]$/u.exec(said.trim())?.[1] ?? said.trim();
  const [, name, rest] = parameter.exec(whole) ?? [];
  const isProgram =
    name !== undefined && !/^(?:the\s+|my\s+)?(?:file|folder|directory|document|page|link|url)s?$/iu.test(name);
  if (!isProgram || rest === undefined) return { name: said, parameters: [] };
  return {
    name,
    parameters: [...rest.matchAll(/"([^"]*)"|“([^”]*)”|(\S+)/gu)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    ),
  };
}

/** What a program of a kind brings along under its own name: "File Manager Settings". */
const sidelines = /\b(?:settings|preferences|options|configuration|rename)\b/iu;

/** Of several of a kind, one that tells what it shows. */
function isMute({ app, command }: { app: string; command: string }): boolean {
  return /\b(?:pcmanfm|u?xterm|xcalc|xedit)\b/iu.test(`${app} ${command}`);
}

function programFor(apps: readonly AppFacts[], name: string): string {
  const startable = apps.flatMap(({ app, launch: command }) => (command === undefined ? [] : [{ app, command }]));
  const wanted = foldText(name).text;
  const named = startable.find(({ app, command }) => [app, command].some((one) => foldText(one).text === wanted));
  if (named) return named.command;
  const kind = kinds.find(([words]) => words.test(name))?.[1];
  const alike = startable.filter(
    ({ app, command }) => (kind?.test(command) || kind?.test(app)) && !sidelines.test(`${app} ${command}`),
  );
  const holding = startable.filter(({ app }) => ` ${foldText(app).text} `.includes(` ${wanted} `));
  const [first] = kind ? alike.sort((one, other) => Number(isMute(one)) - Number(isMute(other))) : holding;
  if (first && (kind || holding.length === 1)) return first.command;
  // A command that no list tells of may be there all the same: what starts programs knows.
  if (holding.length === 0 && !kind && /^[\w./+-]+$/u.test(name)) return name;
  throw new HandrailError(
    holding.length > 1 ? 'ambiguous' : 'unknown_app',
    holding.length > 1
      ? `"${name}" could be any of ${holding.length} programs.`
      : `There is no program "${name}" here.`,
    `Programs: ${(holding.length > 1 ? holding : startable)
      .slice(0, 20)
      .map(({ app }) => app)
      .join(', ')}.`,
  );
}
