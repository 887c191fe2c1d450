import { admin } from './large/admin.mjs';
import { booking } from './large/booking.mjs';
import { kanban } from './large/kanban.mjs';
import { mailClient } from './large/mail.mjs';
import { settings } from './large/settings.mjs';
import { sheet } from './large/sheet.mjs';
import { shop } from './large/shop.mjs';
import { wiki } from './large/wiki.mjs';
import { colourBoxes, memory, seatMap, ticTacToe } from './small/boards.mjs';
import { formSequence, slider, spinner } from './small/fields.mjs';
import { boldText, scrollList, terminal } from './small/keys.mjs';
import { autocomplete, inbox } from './small/lists.mjs';
import { hoverMenu, sections, tabStrip, tree } from './small/menus.mjs';
import { addition, canvasButtons, dragSort, dragTarget } from './small/pictures.mjs';
import { confirmDialog, datePicker, lateLogin } from './small/popups.mjs';
import { delayedResult, searchPages, tableValue } from './small/reading.mjs';
import { checkboxes, feed, foodOrder } from './small/rows.mjs';
import { gridPoint, pieMenu, shapes } from './small/shapes.mjs';
import { copyText, findWord } from './small/texts.mjs';

/** @type {import('../task.mjs').Task[]} */
export const tasks = [
  ...[autocomplete, inbox, feed, foodOrder, checkboxes, shapes, pieMenu, gridPoint, ticTacToe, colourBoxes, seatMap],
  ...[memory, canvasButtons, addition, dragTarget, dragSort, hoverMenu, tree, tabStrip, sections, confirmDialog],
  ...[lateLogin, datePicker, slider, spinner, copyText, findWord, formSequence, boldText, terminal, scrollList],
  ...[tableValue, delayedResult, searchPages, shop, admin, mailClient, kanban, sheet, settings, booking, wiki],
];
