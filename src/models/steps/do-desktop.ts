import { HandrailError } from '../../core/errors.js';
import type { Tab } from '../../core/observation.js';
import { cellNamed, fillCells, goToCell, typeIntoCell } from './do-cells.js';
import { closeWindow } from './do-close.js';
import { deed } from './do-deeds.js';
import { valueText } from './do-fields.js';
import { goToFolder } from './do-folder.js';
import { agree, newFolder, renameThing, saveAs } from './do-naming.js';
import { isFileManager, launch, openThing, programName, useWindow, windowsNamed } from './do-programs.js';
import { typeInto } from './do-typing.js';
import { beginErrand, seeThrough } from './errand.js';
import { awaitThing, find } from './find.js';
import type { Instruction, Pointing, Value } from './instruction.js';
import { lookFor, tell } from './target.js';
import { isChoice } from './want.js';
import { type Deed, failed, perform, reply, type Script, type World } from './world.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** What is done in another way on a desktop than on a page. Nothing where it is not. */
export function onDesktop(world: World, step: Instruction): Script | undefined {
  switch (step.do) {
    case 'open':
      return clickCell(world, step) ?? folderToGoTo(world, step) ?? openThing(world, step.target, step.words);
    case 'launch':
      return launch(world, step.app, step.words);
    case 'raise':
      return toWindow(world, step.app, step.words, true);
    case 'tab':
      return toWindow(world, step.which, step.words);
    case 'focus':
      return windowsNamed(world, step.target).length > 0 ? toWindow(world, step.target, step.words) : undefined;
    case 'menu':
      return chooseMenu(world, step.path, step.words);
    case 'close':
      return closeWindow(world, step);
    case 'choose':
      return choose(world, step);
    case 'type':
      return step.every ? undefined : typeInto(world, step);
    case 'fill':
      return fillCells(world, step);
    case 'set':
      return set(world, step);
    case 'rename':
      return renameThing(world, step);
    case 'answer':
      return isClipboard(step.question) ? readClipboard(world, step) : undefined;
    case 'new_folder':
      return newFolder(world, step);
    case 'save_as':
      return saveAs(world, step);
    case 'agree':
      return agree(world, step);
    case 'click':
      return clickCell(world, step) ?? shortcutFor(world, step.target, step.words);
    case 'deed':
      checkNaming(step);
      return /^(?:start|run|launch|execute)$/iu.test(step.verb) ? launch(world, step.what, step.words) : undefined;
    case 'goto':
    case 'back':
    case 'forward':
    case 'refresh':
    case 'new_tab':
    case 'close_tab':
    case 'upload':
    case 'download':
      throw new HandrailError(
        'unsupported',
        `"${step.words}" is for pages in a browser; this screen has windows of programs.`,
        'Say what to click, type or choose in the program.',
      );
    default:
      return undefined;
  }
}

/** The same words on a page: what a page has for them is named after the verb. */
export async function* onPage(
  world: World,
  step: Extract<Instruction, { do: 'launch' | 'raise' | 'new_folder' | 'save_as' | 'agree' }>,
): Script {
  if (step.do === 'agree') {
    const { words } = step;
    const verb = /^\p{L}+/u.exec(words)?.[0] ?? words;
    return yield* deed(world, { do: 'deed', verb, what: words.slice(verb.length).trim(), target: words, words });
  }
  if (step.do === 'launch' || step.do === 'raise') {
    const { app, words } = step;
    const verb = step.do === 'launch' ? 'start' : 'raise';
    return yield* deed(world, { do: 'deed', verb, what: app, target: `${verb} ${app}`, words });
  }
  const { name, place, words } = step;
  if (place !== undefined)
    throw new HandrailError(
      'unsupported',
      `"${words}": a page has folders of its own; "${place}" is one of a disk.`,
      'Say how to get to the folder on the page first, and then what to do there.',
    );
  if (step.do === 'save_as')
    return yield* deed(world, {
      do: 'deed',
      verb: 'save',
      what: words.replace(/^save\s+/iu, ''),
      target: words,
      words,
    });
  return yield* deed(world, {
    do: 'deed',
    verb: 'create',
    what: 'folder with it',
    target: words,
    fields: [['name', name]],
    words,
  });
}

async function* toWindow(world: World, said: string, words: string, raise = false): Script {
  // One that was just started takes a moment to show it.
  const named = (): Tab[] | undefined => (windowsNamed(world, said).length > 0 ? windowsNamed(world, said) : undefined);
  const found = (yield* awaitThing(world, `The window of ${programName(said)}`, named)) ?? [];
  const programs = new Set(found.map(({ url }) => url));
  const [first] = found;
  if (!first || programs.size > 1)
    throw new HandrailError(
      first ? 'ambiguous' : 'unknown_app',
      first ? `"${said}" could be any of ${found.length} windows.` : `No window is called "${programName(said)}".`,
      `Windows: ${(world.turn.observation.tabs ?? []).map(({ title, url }) => `"${title}" of ${url}`).join(', ')}.`,
    );
  yield* useWindow(world, found.find(({ active }) => active) ?? first, words, raise);
}

async function* chooseMenu(world: World, path: readonly string[], words: string): Script {
  const levels = path.map((level) => level.replace(/^["“]|["”]$/gu, ''));
  const [chosen] = yield* reply(world, `Choosing ${levels.join(' > ')} from the menu.`, [
    { tool: 'choose_menu', input: { path: levels } },
  ]);
  if (!chosen || chosen.result.success) return;
  // Programs without a menu bar have menus behind buttons, and some make a menu only when it is opened.
  if (!/^(?:not_found|unsupported|unknown_option)$/.test(String(chosen.result.metadata.code)))
    throw failed(words, chosen);
  for (const level of levels) {
    const item = yield* find(world, `"${level}"`, { kind: 'click' });
    yield* perform(world, words, tell(level, item), { tool: 'click', input: { selector: item.element.id } });
  }
}

async function* once(world: World, words: string, thought: string, deed: Deed): Script {
  yield* perform(world, words, thought, deed);
}

/** Sets a list to an option, or clicks what is named: an item of an open menu, a cell, a row. */
async function* choose(world: World, { options, from, words }: Of<'choose'>): Script {
  const everything = options.length === 1 && /^all$/iu.test(options[0] ?? '') && from === undefined;
  if (everything) {
    yield* perform(world, words, '"Select all" is Control+A.', { tool: 'press_key', input: { key: 'Control+A' } });
    return;
  }
  for (const option of options) {
    const list = from === undefined ? undefined : (await lookFor(world, from, { kind: 'choice' })).one;
    if (list && isChoice(list.element)) {
      const input = { selector: list.element.id, option };
      yield* perform(world, words, `${tell(from ?? '', list)} Choosing "${option}".`, { tool: 'select', input });
      continue;
    }
    const cell = cellNamed(world, option);
    if (cell !== undefined) {
      yield* goToCell(world, cell, words);
      continue;
    }
    const item = yield* find(world, `"${option}"`, { kind: 'click' });
    yield* perform(world, words, tell(option, item), { tool: 'click', input: { selector: item.element.id } });
  }
}

function clickCell(world: World, step: Extract<Instruction, { do: Pointing | 'open' }>): Script | undefined {
  const { target, words } = step;
  const isMore = 'parts' in step && (step.times !== undefined || step.every);
  const cell = isMore ? undefined : cellNamed(world, target);
  return cell === undefined ? undefined : goToCell(world, cell, words);
}

function set(world: World, { target, value, words }: Of<'set'>): Script | undefined {
  if (isClipboard(target)) return setClipboard(world, value, words);
  const cell = cellNamed(world, target);
  return cell === undefined ? undefined : typeIntoCell(world, cell, value, words);
}

/** "Go to /srv/files" in a file manager. */
function folderToGoTo(world: World, { target, words }: Of<'open'>): Script | undefined {
  const path = /^(?:the\s+(?:folder|directory)\s+)?["“]?((?:\/|~(?:\/|$)).*?)\/?["”]?$/iu.exec(target.trim())?.[1];
  const isFolder = /^(?:go|navigate|browse|change|switch|move)\b|\b(?:folder|directory)\b/iu.test(words.trim());
  return path !== undefined && isFolder && isFileManager(world) ? goToFolder(world, path || '/', words) : undefined;
}

function isClipboard(phrase: string): boolean {
  return /^(?:what\s+is\s+(?:on|in)\s+)?(?:the\s+)?(?:text\s+(?:on|in)\s+the\s+)?clipboard(?:'s\s+text)?$/iu.test(
    phrase.trim(),
  );
}

async function* setClipboard(world: World, value: Value, words: string): Script {
  const text = await valueText(world, value);
  yield* perform(world, words, 'Putting it on the clipboard.', { tool: 'write_clipboard', input: { text } });
}

async function* readClipboard(world: World, { question, words }: Of<'answer'>): Script {
  const read = yield* perform(world, words, 'Reading the clipboard.', { tool: 'read_clipboard', input: {} });
  const data = read?.result.data;
  const text = typeof data === 'object' && data !== null && 'text' in data ? String(data.text) : '';
  world.copied = text;
  world.answers.push({ question, value: text });
}

const shortcuts: Readonly<Record<string, string>> = {
  save: 'Control+S',
  undo: 'Control+Z',
  redo: 'Control+Shift+Z',
  copy: 'Control+C',
  paste: 'Control+V',
  cut: 'Control+X',
};

/** "Save it", "Undo": by the control of that name, or by the keys that every program knows. */
function shortcutFor(world: World, target: string, words: string): Script | undefined {
  const keys = shortcuts[target.trim().toLowerCase()];
  const isOrder = !/^(?:click|press|tap|hit|push)\b/iu.test(words.trim());
  if (!keys || !isOrder) return undefined;
  if (target.trim().toLowerCase() === 'save') return saveNow(world, keys, words);
  return once(world, words, `"${words}" is ${keys}.`, { tool: 'press_key', input: { key: keys } });
}

/** Programs ask where to save what has no name yet. */
async function* saveNow(world: World, keys: string, words: string): Script {
  const errand = beginErrand(world, words);
  yield* perform(world, words, `"${words}" is ${keys}.`, { tool: 'press_key', input: { key: keys } });
  yield* seeThrough(world, errand);
}

/** A name or a folder that was not understood is not to become the click of some button. */
function checkNaming({ verb, what, words }: Of<'deed'>): void {
  const isNaming =
    (/^(?:make|create)$/iu.test(verb) && /\b(?:folder|directory)\b/iu.test(words)) ||
    (/^save$/iu.test(verb) && /\s(?:as|under)\s/iu.test(` ${what}`));
  if (!isNaming) return;
  throw new HandrailError(
    'not_understood',
    `"${words}" is not understood: it is not clear which part is the name.`,
    'Say it so: Create a folder named "Plans" in /srv/files. Save it as "/srv/files/plan.txt".',
  );
}
