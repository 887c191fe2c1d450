import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import { type Deed, type ExecutionState, failed, perform, reply, type Script } from '../../execution-state.js';
import type { Instruction, Pointing } from '../../instruction.js';
import { agree, newFolder, renameThing, saveAs } from '../../packs/files/name-file.js';
import { goToFolder } from '../../packs/files/open-folder.js';
import {
  areCells,
  cellMeant,
  cellsAsked,
  fillCells,
  goToCell,
  readCells,
  typeIntoCell,
} from '../../packs/sheets/cells.js';
import { readCell } from '../../parser/cell-words.js';
import { awaitThing, find } from '../../resolver/find.js';
import { noPrograms } from '../../resolver/on-desktop.js';
import { placedIn } from '../../resolver/placed.js';
import { lookFor, tell } from '../../resolver/target.js';
import { isChoice } from '../../resolver/want.js';
import { point, press } from '../browser/pointer.js';
import { set } from '../browser/set-value.js';
import { deed } from '../named-control.js';
import { beginErrand, seeThrough } from '../pending-confirmation.js';
import { clearThing } from './clear.js';
import { isClipboard, readClipboard, setClipboard } from './clipboard.js';
import { closeWindow } from './close-window.js';
import { isFileManager, isTerminal, launch, openThing, programName, useWindow, windowsNamed } from './programs.js';
import { typeInto } from './typing.js';
import { writeFile } from './write-document.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** What is done in another way on a desktop than on a page. Nothing where it is not. */
export function onDesktop(world: ExecutionState, step: Instruction): Script | undefined {
  switch (step.do) {
    case 'open':
      if (readCell(step.target)) return openCell(world, step);
      return folderToGoTo(world, step) ?? openThing(world, step.target, step.words);
    case 'launch':
      return launch(world, step.app, step.words);
    case 'raise':
      return toWindow(world, step.app, step.words, true);
    case 'tab':
      return toWindow(world, step.which, step.words);
    case 'use_program':
      return toWindow(world, step.app, step.words);
    case 'focus':
      return windowsNamed(world, step.target).length > 0 ? toWindow(world, step.target, step.words) : undefined;
    case 'menu':
      return chooseMenu(world, step.path, step.words);
    case 'close':
      return closeWindow(world, step);
    case 'choose':
      return choose(world, step);
    case 'type':
      if (isPasting(world, step))
        return once(world, step.words, 'Pasting is Control+V.', { tool: 'press_key', input: { key: 'Control+V' } });
      return step.every ? undefined : typeInto(world, step);
    case 'fill':
      return areCells(step) ? fillCells(world, step) : undefined;
    case 'set':
      if (isClipboard(step.target)) return setClipboard(world, step.value, step.words);
      return readCell(step.target) ? setCell(world, step) : undefined;
    case 'clear':
      return clearThing(world, step);
    case 'rename':
      return renameThing(world, step);
    case 'answer':
      return isClipboard(step.question) ? readClipboard(world, step) : answerFromCells(world, step);
    case 'copy':
      if (!/^(?:it|that|this|the\s+(?:selection|selected\s+text))$/iu.test(step.from.trim())) return undefined;
      return once(world, step.words, 'What is selected is copied by Control+C.', {
        tool: 'press_key',
        input: { key: 'Control+C' },
      });
    case 'new_folder':
      return newFolder(world, step);
    case 'save_as':
      return saveAs(world, step);
    case 'write_file':
      return writeFile(world, step);
    case 'agree':
      return agree(world, step);
    case 'click':
      if (readCell(step.target) && step.times === undefined) return openCell(world, step);
      return shortcutFor(world, step.target, step.words) ?? pointInWindow(world, step);
    case 'double_click':
    case 'right_click':
      return pointInWindow(world, step);
    case 'press':
      return step.target === undefined ? undefined : pressInWindow(world, step);
    case 'deed':
      checkNaming(step);
      if (step.verb === 'save' && documentNouns.test(step.what)) return saveNow(world, 'Control+S', step.words);
      if (!/^(?:start|run|launch|execute)$/iu.test(step.verb)) return undefined;
      return commandIn(world, step) ?? launch(world, step.what, step.words);
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
  world: ExecutionState,
  step: Extract<
    Instruction,
    { do: 'launch' | 'raise' | 'use_program' | 'new_folder' | 'save_as' | 'write_file' | 'agree' }
  >,
): Script {
  if (step.do === 'use_program') throw noPrograms(step.words);
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
  if (step.do === 'write_file')
    return yield* deed(world, {
      do: 'deed',
      verb: 'create',
      what: 'file with it',
      target: words,
      fields: [
        ['name', name],
        ['content', step.text],
      ],
      words,
    });
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
    verb: /^add\b/iu.test(words) ? 'add' : 'create',
    what: 'folder with it',
    target: words,
    fields: [['name', name]],
    words,
  });
}

async function* toWindow(world: ExecutionState, said: string, words: string, raise = false): Script {
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

async function* chooseMenu(world: ExecutionState, path: readonly string[], words: string): Script {
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

async function* once(world: ExecutionState, words: string, thought: string, deed: Deed): Script {
  yield* perform(world, words, thought, deed);
}

/** Sets a list to an option, or clicks what is named: an item of an open menu, a cell, a row. */
async function* choose(world: ExecutionState, { options, from, words }: Of<'choose'>): Script {
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
    const cell = readCell(option) ? yield* cellMeant(world, option) : undefined;
    if (cell !== undefined) {
      yield* goToCell(world, cell, words);
      continue;
    }
    const item = yield* find(world, `"${option}"`, { kind: 'click' });
    yield* perform(world, words, tell(option, item), { tool: 'click', input: { selector: item.element.id } });
  }
}

/** "Paste it" after a copy that only the clipboard knows of. */
function isPasting({ copied }: ExecutionState, { value, target, words }: Of<'type'>): boolean {
  const isIt = value.is === 'kept' && value.key === '';
  return isIt && target === undefined && copied === undefined && /^paste\b/iu.test(words.trim());
}

/** Goes to a cell, or does what else the name may stand for. */
async function* openCell(world: ExecutionState, step: Of<'open'> | Of<Pointing>): Script {
  const cell = yield* cellMeant(world, step.target);
  if (cell !== undefined) return yield* goToCell(world, cell, step.words);
  if (step.do === 'open') return yield* openThing(world, step.target, step.words);
  return yield* point(world, step);
}

async function* setCell(world: ExecutionState, step: Of<'set'>): Script {
  const cell = yield* cellMeant(world, step.target);
  if (cell === undefined) return yield* set(world, step);
  yield* typeIntoCell(world, cell, step.value, step.words);
}

function answerFromCells(world: ExecutionState, { question, words }: Of<'answer'>): Script | undefined {
  const cells = cellsAsked(world, placedIn(world, question)?.thing ?? question);
  return cells.length > 0 ? readCells(world, cells, question, words) : undefined;
}

/** "5 in the calculator": the keys and clicks go to the window that is named. */
function pointInWindow(world: ExecutionState, step: Of<Pointing>): Script | undefined {
  const placed = placedIn(world, step.target);
  if (!placed) return undefined;
  const { thing, window } = placed;
  const parts = step.parts.map((part) => placedIn(world, part)?.thing ?? part);
  return (async function* () {
    yield* useWindow(world, window, step.words);
    yield* point(world, { ...step, target: thing, parts });
  })();
}

const documentNouns =
  /^(?:the|this|my|your)\s+(?:new\s+|current\s+|text\s+)?(?:file|document|text|sheet|spreadsheet|workbook|note|changes|work)$/iu;

/** "Press Control+C in the terminal": the keys go to the window that is named. */
function pressInWindow(world: ExecutionState, { target = '', ...step }: Of<'press'>): Script | undefined {
  const windows = windowsNamed(world, target);
  const window = windows.find(({ active }) => active) ?? windows[0];
  if (!window) return undefined;
  return (async function* () {
    yield* useWindow(world, window, step.words);
    yield* press(world, step);
  })();
}

/** 'Run "ls -l"' where a terminal is in use. The name of a program alone starts it. */
function commandIn(world: ExecutionState, { verb, what, words }: Of<'deed'>): Script | undefined {
  const command = /^["“](.+)["”]$/su.exec(what.trim())?.[1];
  if (command === undefined || !/^(?:run|execute)$/iu.test(verb) || !isTerminal(world)) return undefined;
  return (async function* () {
    const { apps } = await world.turn.read({ what: 'apps' });
    const isProgram = apps.some((one) => one.app === command || one.launch === command);
    if (isProgram) return yield* launch(world, what, words);
    yield* typeInto(world, { do: 'type', value: { is: 'text', text: command }, submit: true, words });
  })();
}

/** "Go to /srv/files" in a file manager. */
function folderToGoTo(world: ExecutionState, { target, words }: Of<'open'>): Script | undefined {
  const path = /^(?:the\s+(?:folder|directory)\s+)?["“]?((?:\/|~(?:\/|$)).*?)\/?["”]?$/iu.exec(target.trim())?.[1];
  const isFolder = /^(?:go|navigate|browse|change|switch|move)\b|\b(?:folder|directory)\b/iu.test(words.trim());
  return path !== undefined && isFolder && isFileManager(world) ? goToFolder(world, path || '/', words) : undefined;
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
function shortcutFor(world: ExecutionState, target: string, words: string): Script | undefined {
  const keys = shortcuts[target.trim().toLowerCase()];
  const isOrder = !/^(?:click|press|tap|hit|push)\b/iu.test(words.trim());
  if (!keys || !isOrder) return undefined;
  if (target.trim().toLowerCase() === 'save') return saveNow(world, keys, words);
  return once(world, words, `"${words}" is ${keys}.`, { tool: 'press_key', input: { key: keys } });
}

/** Programs ask where to save what has no name yet. */
async function* saveNow(world: ExecutionState, keys: string, words: string): Script {
  const errand = beginErrand(world, words);
  yield* perform(world, words, `"${words}" is ${keys}.`, { tool: 'press_key', input: { key: keys } });
  yield* seeThrough(world, errand);
}

/** A name or a folder that was not understood is not to become the click of some button. */
function checkNaming({ verb, what, words }: Of<'deed'>): void {
  const isNaming =
    (/^(?:make|create|add)$/iu.test(verb) && /\b(?:folders?|director(?:y|ies)|files?)\b/iu.test(words)) ||
    (/^save$/iu.test(verb) && /\s(?:as|under|to|into|in)\s/iu.test(` ${what}`));
  if (!isNaming) return;
  throw new HandrailError(
    'not_understood',
    `"${words}" is not understood: it is not clear which part is the name.`,
    'Say it so: Create a folder named "Plans" in /srv/files. Save it as "/srv/files/plan.txt".',
  );
}
