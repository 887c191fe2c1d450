import { HandrailError } from '../../../core/errors.js';
import { goToNamedFolder } from '../../packs/files/open-folder.js';
import {
  confirmSave,
  newFolder,
  refuseUnclearName,
  renameFile,
  saveAs,
  saveDocument,
  writeFile,
} from '../../packs/files/save.js';
import { answerFromCells, openCell, setCell } from '../../packs/sheets/cell-instructions.js';
import { readCell } from '../../packs/sheets/cell-name.js';
import { fillCells, fillsCells } from '../../packs/sheets/cells.js';
import { windowsNamed } from '../../resolver/program-windows.js';
import { pressKey } from '../element-calls.js';
import type { DesktopHandlers, Handler } from '../handler.js';
import { chooseOnDesktop, chooseWindowMenu, clearOnDesktop } from './choose.js';
import { closeWindow } from './close-window.js';
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
    readCell(instruction.target)
      ? openCell(step, instruction)
      : (goToNamedFolder(step, instruction) ?? openItemOrProgram(step, instruction.target)),
  launch_program: (step, { app }) => launchProgram(step, app),
  raise_window: (step, { app }) => switchWindow(step, app, true),
  switch_tab: (step, { which }) => switchWindow(step, which),
  use_program: (step, { app }) => switchWindow(step, app),
  focus: (step, { target }) => (windowsNamed(step, target).length > 0 ? switchWindow(step, target) : undefined),
  close: closeWindow,

  click: (step, instruction) =>
    readCell(instruction.target) && instruction.times === undefined
      ? openCell(step, instruction)
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
  fill: (step, instruction) => (fillsCells(instruction) ? fillCells(step, instruction) : undefined),
  set: (step, instruction) => {
    if (isClipboard(instruction.target)) return setClipboard(step, instruction.value);
    return readCell(instruction.target) ? setCell(step, instruction) : undefined;
  },
  clear: clearOnDesktop,
  answer: (step, instruction) =>
    isClipboard(instruction.question) ? readClipboard(step, instruction) : answerFromCells(step, instruction),
  copy_text: (step, { from }) =>
    /^(?:it|that|this|the\s+(?:selection|selected\s+text))$/iu.test(from.trim())
      ? pressKey(step, 'Control+C copies the selection.', 'Control+C')
      : undefined,

  press_named_control: (step, instruction) => {
    refuseUnclearName(step, instruction);
    return (
      saveDocument(step, instruction) ??
      runInTerminal(step, instruction) ??
      (/^(?:start|run|launch|execute)$/iu.test(instruction.verb) ? launchProgram(step, instruction.what) : undefined)
    );
  },
  rename: renameFile,
  new_folder: newFolder,
  save_as: saveAs,
  write_file: writeFile,
  confirm_save: confirmSave,

  goto: refuse,
  back: refuse,
  forward: refuse,
  refresh: refuse,
  new_tab: refuse,
  close_tab: refuse,
  upload: refuse,
  download: refuse,
};
