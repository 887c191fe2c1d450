import { HandrailError } from '../../../core/errors.js';
import type { AppInfo } from '../../../core/read.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import { type Execution, performCall } from '../../calls.js';
import { kinds, programName, windowsNamed } from '../../resolver/program-windows.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';
import { focusWindow } from './switch-window.js';

/** "the file '/srv/a.txt' with mousepad". */
const fileWith =
  /^(?:(?:the|my)\s+)?(?:(?:file|document|folder|directory)\s+)?(?:["“]([/~][^"”]*)["”]|([/~]\S*))\s+(?:in|with|using|by)\s+(?:the\s+)?(.+)$/iu;

/** Opens an item of the active window, focuses an open window, or starts a program. */
export async function* openItemOrProgram(step: Step, target: string): Execution {
  const [, quoted, path, program] = fileWith.exec(target.trim()) ?? [];
  if (program !== undefined) return yield* launchProgram(step, `${program} "${quoted ?? path ?? ''}"`);
  const item = /^(?:it|that|this)$/iu.test(target.trim()) && step.discourse.target ? target : itemName(target);
  if (item !== undefined) {
    const found = yield* waitForTarget(step, item, 'item');
    yield* performCall(step, describeMatch(target, found), 'double_click', { selector: found.element.id });
    return;
  }
  const [window] = windowsNamed(step, target);
  const isQuoted = /^["“]/u.test(target.trim());
  const { one } = await matchTarget(step, isQuoted ? target : `"${programName(target)}"`, 'thing');
  if (one && !one.isPrefix && !window) {
    const isItem = /^(?:ListItem|TableRow|TableCell|Image)$/.test(one.element.role) || one.element.kind === 'icon';
    const tool = isItem ? 'double_click' : 'click';
    yield* performCall(step, describeMatch(target, one), tool, { selector: one.element.id });
    return;
  }
  if (window) return yield* focusWindow(step, window);
  yield* launchProgram(step, target);
}

/** "the docs folder", "the file 'a.txt'": the name of a visible item. Returns undefined for a path. */
function itemName(target: string): string | undefined {
  const text = target.trim();
  if (kinds.some(([phrase]) => phrase.test(programName(text)))) return undefined; // "the file manager" is not a file
  const [, after] =
    /^(?:the\s+|my\s+)?(?:sub-?)?(?:folder|directory|file)\s+(?:called\s+|named\s+)?(.+)$/iu.exec(text) ?? [];
  const [, before] = /^(?:the|my)\s+(.+?)\s+(?:sub-?)?(?:folder|directory|file)$/iu.exec(text) ?? [];
  const name = (after ?? before)?.replace(/["“”]/gu, '').trim();
  return name === undefined || /^[/~]/u.test(name) ? undefined : `"${name}"`;
}

/** Starts a program by its name, command or kind ("text editor"), with the arguments that follow it. */
export async function* launchProgram(step: Step, text: string): Execution {
  const { apps } = await step.screen.turn.read({ what: 'apps' });
  const { name, parameters } = commandLine(text);
  // Options belong to a command, even when several programs have its name in theirs.
  const isCommand = parameters.some((one) => one.startsWith('-')) && /^[a-z][\w.+-]*$/u.test(name);
  const program = isCommand ? name : programFor(apps, programName(name));
  const withWords = parameters.length > 0 ? ` with ${parameters.join(' ')}` : '';
  yield* performCall(step, `"${programName(name)}" is the program ${program}: starting it${withWords}.`, 'launch_app', {
    app: program,
    arguments: parameters.length > 0 ? parameters : undefined,
  });
}

const parameter = /^(.+?)\s+((?:--?\w|[/~]|["“]|\w+:\/\/).*)$/su;

/** "libreoffice --calc": splits off options, paths and quoted arguments. "the file '/srv/x'" names no program. */
function commandLine(text: string): { name: string; parameters: string[] } {
  const whole = /^["“]([^"“”]+)["”]$/u.exec(text.trim())?.[1] ?? text.trim();
  const [, name, rest] = parameter.exec(whole) ?? [];
  const isProgram =
    name !== undefined && !/^(?:the\s+|my\s+)?(?:file|folder|directory|document|page|link|url)s?$/iu.test(name);
  if (!isProgram || rest === undefined) return { name: text, parameters: [] };
  return {
    name,
    parameters: [...rest.matchAll(/"([^"]*)"|“([^”]*)”|(\S+)/gu)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    ),
  };
}

/** Settings programs that share a name with the program itself: "File Manager Settings". */
const auxiliaryPrograms = /\b(?:settings|preferences|options|configuration|rename)\b/iu;

/** Programs that expose no accessibility tree; others of the same kind are preferred. */
function lacksAccessibility({ app, command }: { app: string; command: string }): boolean {
  return /\b(?:pcmanfm|u?xterm|xcalc|xedit)\b/iu.test(`${app} ${command}`);
}

function programFor(apps: readonly AppInfo[], name: string): string {
  const startable = apps.flatMap(({ app, launch: command }) => (command === undefined ? [] : [{ app, command }]));
  const wanted = normalizeText(name).text;
  const named = startable.find(({ app, command }) => [app, command].some((one) => normalizeText(one).text === wanted));
  if (named) return named.command;
  const kind = kinds.find(([phrase]) => phrase.test(name))?.[1];
  const ofKind = startable.filter(
    ({ app, command }) => (kind?.test(command) || kind?.test(app)) && !auxiliaryPrograms.test(`${app} ${command}`),
  );
  const containing = startable.filter(({ app }) => ` ${normalizeText(app).text} `.includes(` ${wanted} `));
  const [first] = kind
    ? ofKind.sort((one, other) => Number(lacksAccessibility(one)) - Number(lacksAccessibility(other)))
    : containing;
  if (first && (kind || containing.length === 1)) return first.command;
  // A command that is not in the list may still exist: the launcher decides.
  if (containing.length === 0 && !kind && /^[\w./+-]+$/u.test(name)) return name;
  throw new HandrailError(
    containing.length > 1 ? 'ambiguous' : 'unknown_app',
    containing.length > 1
      ? `"${name}" could be any of ${containing.length} programs.`
      : `There is no program "${name}" on this desktop.`,
    `Programs: ${(containing.length > 1 ? containing : startable)
      .slice(0, 20)
      .map(({ app }) => app)
      .join(', ')}.`,
  );
}
