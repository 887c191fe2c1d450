import { HandrailError } from '../../../core/errors.js';
import { windowsNamed } from '../../resolver/program-windows.js';
import { pointAtTargets } from '../browser/pointer.js';
import { pressKey } from '../element-calls.js';
import type { DesktopHandlers, Handler } from '../handler.js';
import { answerFromCells, fillCells, goToCellOr, isCellPhrase } from './cells.js';
import { chooseOnDesktop, chooseWindowMenu, clearOnDesktop } from './choose.js';
import { closeWindow } from './close-window.js';
import { enterName, goToNamedFolder, saveDocument } from './files.js';
import { launchProgram, openItemOrProgram } from './programs.js';
import { isClipboard, isPaste, pressShortcut, readClipboard, setClipboard } from './shortcuts.js';
import { pointInWindow, pressInWindow, switchWindow } from './switch-window.js';
import { runInTerminal } from './terminal.js';
import { typeOnDesktop } from './typing.js';

type BrowserOnlyKind = 'goto' | 'back' | 'forward' | 'refresh' | 'new_tab' | 'close_tab' | 'upload' | 'download';

const refuse: Handler<BrowserOnlyKind, never> = (step) => {
  throw new HandrailError(
    'unsupported',
    `"${step.clause}" needs a browser page; this screen shows windows of programs.`,
    'State in the task what to click, type or choose in the program.',
  );
};

/** The kinds of instructions that a desktop executes in another way than a page. */
export const desktopHandlers: DesktopHandlers = {
  open: (step, instruction) =>
    isCellPhrase(instruction.target)
      ? goToCellOr(step, instruction.target, () => openItemOrProgram(step, instruction.target))
      : (goToNamedFolder(step, instruction) ?? openItemOrProgram(step, instruction.target)),
  launch_program: (step, { app }) => launchProgram(step, app),
  raise_window: (step, { app }) => switchWindow(step, app, true),
  switch_tab: (step, { which }) => switchWindow(step, which),
  use_program: (step, { app }) => switchWindow(step, app),
  focus: (step, { target }) => (windowsNamed(step, target).length > 0 ? switchWindow(step, target) : undefined),
  close: closeWindow,

  click: (step, instruction) =>
    isCellPhrase(instruction.target) && instruction.times === undefined
      ? goToCellOr(step, instruction.target, () => pointAtTargets(step, instruction))
      : (pressShortcut(step, instruction) ?? pointInWindow(step, instruction)),
  double_click: pointInWindow,
  right_click: pointInWindow,
  press_key: pressInWindow,
  choose_menu: chooseWindowMenu,
  choose: chooseOnDesktop,

  type: (step, instruction) => {
    if (isPaste(step, instruction)) return pressKey(step, 'Control+V pastes.', 'Control+V');
    return instruction.every ? undefined : typeOnDesktop(step, instruction);
  },
  fill: (step, instruction) =>
    instruction.fields.every(([label]) => isCellPhrase(label)) ? fillCells(step, instruction) : undefined,
  set: (step, instruction) => {
    if (isClipboard(instruction.target)) return setClipboard(step, instruction.value);
    return isCellPhrase(instruction.target)
      ? fillCells(step, { kind: 'fill', fields: [[instruction.target, instruction.value]] })
      : undefined;
  },
  clear: clearOnDesktop,
  answer: (step, instruction) =>
    isClipboard(instruction.question) ? readClipboard(step, instruction) : answerFromCells(step, instruction.question),
  copy_text: (step, { from }) =>
    /^(?:it|that|this|the\s+(?:selection|selected\s+text))$/iu.test(from.trim())
      ? pressKey(step, 'Control+C copies the selection.', 'Control+C')
      : undefined,

  press_named_control: (step, instruction) =>
    saveDocument(step, instruction) ??
    runInTerminal(step, instruction) ??
    (/^(?:start|run|launch|execute)$/iu.test(instruction.verb) ? launchProgram(step, instruction.what) : undefined),
  enter_name: enterName,

  goto: refuse,
  back: refuse,
  forward: refuse,
  refresh: refuse,
  new_tab: refuse,
  close_tab: refuse,
  upload: refuse,
  download: refuse,
};
