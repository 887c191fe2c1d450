import { HandrailError } from '../../../core/errors.js';
import { goToNamedFolder } from '../../packs/files/open-folder.js';
import { confirmSave, newFolder, refuseUnclearName, renameFile, saveAs, saveDocument } from '../../packs/files/save.js';
import { writeFile } from '../../packs/files/write-file.js';
import { answerFromCells, openCell, setCell } from '../../packs/sheets/cell-instructions.js';
import { readCell } from '../../packs/sheets/cell-name.js';
import { fillCells, fillsCells } from '../../packs/sheets/cells.js';
import { windowsNamed } from '../../resolver/program-windows.js';
import { pressKey } from '../element-calls.js';
import type { DesktopHandlers, Handler } from '../handler.js';
import { chooseOnDesktop } from './choose.js';
import { clearOnDesktop } from './clear.js';
import { isClipboard, readClipboard, setClipboard } from './clipboard.js';
import { closeWindow } from './close-window.js';
import { chooseWindowMenu } from './menu.js';
import { launchProgram, openItemOrProgram } from './programs.js';
import { isPaste, pressShortcut } from './shortcuts.js';
import { pointInWindow, pressInWindow, switchWindow } from './switch-window.js';
import { runInTerminal } from './terminal.js';
import { typeOnDesktop } from './typing.js';

type BrowserOnlyKind = 'goto' | 'back' | 'forward' | 'refresh' | 'new_tab' | 'close_tab' | 'upload' | 'download';

const refuse: Handler<BrowserOnlyKind, never> = (_, { clause }) => {
  throw new HandrailError(
    'unsupported',
    `"${clause}" needs a browser page; this screen shows windows of programs.`,
    'State in the task what to click, type or choose in the program.',
  );
};

/** The kinds of instructions that a desktop executes in another way than a page. */
export const desktopHandlers: DesktopHandlers = {
  open: (state, instruction) =>
    readCell(instruction.target)
      ? openCell(state, instruction)
      : (goToNamedFolder(state, instruction) ?? openItemOrProgram(state, instruction.target, instruction.clause)),
  launch_program: (state, { app, clause }) => launchProgram(state, app, clause),
  raise_window: (state, { app, clause }) => switchWindow(state, app, clause, true),
  switch_tab: (state, { which, clause }) => switchWindow(state, which, clause),
  use_program: (state, { app, clause }) => switchWindow(state, app, clause),
  focus: (state, { target, clause }) =>
    windowsNamed(state, target).length > 0 ? switchWindow(state, target, clause) : undefined,
  close: closeWindow,

  click: (state, instruction) =>
    readCell(instruction.target) && instruction.times === undefined
      ? openCell(state, instruction)
      : (pressShortcut(state, instruction) ?? pointInWindow(state, instruction)),
  double_click: pointInWindow,
  right_click: pointInWindow,
  press_key: pressInWindow,
  choose_menu: chooseWindowMenu,
  choose: chooseOnDesktop,

  type: (state, instruction) => {
    if (isPaste(state, instruction)) return pressKey(state, instruction.clause, 'Control+V pastes.', 'Control+V');
    return instruction.every ? undefined : typeOnDesktop(state, instruction);
  },
  fill: (state, instruction) => (fillsCells(instruction) ? fillCells(state, instruction) : undefined),
  set: (state, instruction) => {
    if (isClipboard(instruction.target)) return setClipboard(state, instruction.value, instruction.clause);
    return readCell(instruction.target) ? setCell(state, instruction) : undefined;
  },
  clear: clearOnDesktop,
  answer: (state, instruction) =>
    isClipboard(instruction.question) ? readClipboard(state, instruction) : answerFromCells(state, instruction),
  copy_text: (state, { from, clause }) =>
    /^(?:it|that|this|the\s+(?:selection|selected\s+text))$/iu.test(from.trim())
      ? pressKey(state, clause, 'Control+C copies the selection.', 'Control+C')
      : undefined,

  press_named_control: (state, instruction) => {
    refuseUnclearName(instruction);
    return (
      saveDocument(state, instruction) ??
      runInTerminal(state, instruction) ??
      (/^(?:start|run|launch|execute)$/iu.test(instruction.verb)
        ? launchProgram(state, instruction.what, instruction.clause)
        : undefined)
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
