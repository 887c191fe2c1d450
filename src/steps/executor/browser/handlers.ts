import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import { calculate } from '../../packs/calculator/calculate.js';
import { answerConsent } from '../../packs/consent/consent.js';
import { answerMail, composeMail } from '../../packs/mail/mail.js';
import { addToCart } from '../../packs/shop/cart.js';
import { sortList } from '../../packs/shop/sort.js';
import { searchRoute } from '../../packs/travel/route.js';
import { isDesktop } from '../../resolver/desktop-turn.js';
import { answerOnPage } from '../answer.js';
import { checkCondition } from '../check-condition.js';
import { pickExtreme } from '../extreme-row.js';
import { fillFromPage } from '../fill-from-page.js';
import { findElement } from '../find-element.js';
import type { BrowserHandlers } from '../handler.js';
import { pressNamedControl } from '../named-control.js';
import { renameItem } from '../rename.js';
import { seekTarget } from '../seek.js';
import { verifyCondition, waitForCondition } from '../verify.js';
import { addItems } from './add-items.js';
import { answerQuestion } from './answer-question.js';
import { autocomplete } from './autocomplete.js';
import { setChecked } from './check.js';
import { chooseOptions } from './choose.js';
import { clearField } from './clear.js';
import { closeOnPage } from './close.js';
import { setCounter } from './counter.js';
import { setDate } from './dates.js';
import {
  confirmOnPage,
  createFileOnPage,
  createFolderOnPage,
  raiseOnPage,
  refuseProgram,
  saveOnPage,
  startOnPage,
} from './desktop-instructions.js';
import { answerDialog } from './dialog.js';
import { dragElement } from './drag.js';
import { expandOrCollapse } from './expand.js';
import { fillFields } from './fill.js';
import { applyFilter } from './filter.js';
import { logIn } from './login.js';
import { copyText, downloadFile, openTarget, remember, scrollPage, scrollToTarget, uploadFiles } from './page.js';
import { chooseMenu, pointAtTargets, pressKeys, selectText } from './pointer.js';
import { searchSite } from './search.js';
import { setValue } from './set-value.js';
import { submitForm } from './submit.js';
import { closeTab, switchTab } from './tabs.js';
import { typeText } from './type.js';

/** How each kind of instruction is executed on a page. */
export const browserHandlers: BrowserHandlers = {
  goto: (state, { url, clause }) =>
    performCall(state, clause, `"${clause}" names a URL.`, { tool: 'goto', input: { url } }),
  open: openTarget,
  click: pointAtTargets,
  double_click: pointAtTargets,
  right_click: pointAtTargets,
  hover: pointAtTargets,
  focus: pointAtTargets,
  choose_menu: chooseMenu,
  press_key: pressKeys,
  select_text: selectText,

  type: typeText,
  fill: (state, { fields, clause, form }) => fillFields(state, fields, clause, form),
  fill_from_page: fillFromPage,
  clear: clearField,
  choose: chooseOptions,
  autocomplete,
  check: setChecked,
  set: setValue,
  set_date: setDate,
  set_counter: setCounter,
  submit: submitForm,

  drag: dragElement,
  drag_to_position: dragElement,
  drag_in_grid: dragElement,
  scroll: scrollPage,
  scroll_to: scrollToTarget,
  expand: expandOrCollapse,
  collapse: expandOrCollapse,
  close: closeOnPage,
  upload: uploadFiles,
  download: downloadFile,

  pause: (state, { seconds, clause }) =>
    performCall(state, clause, `Waiting for ${seconds} s.`, { tool: 'wait', input: { seconds } }),
  wait_for: (state, { condition, clause, seconds }) =>
    waitForCondition(state, condition, clause, seconds === undefined ? undefined : seconds * 1_000),
  verify: (state, instruction) => withoutCalls(() => verifyCondition(state, instruction)),

  back: (state, { clause }) => performCall(state, clause, `"${clause}".`, { tool: 'back', input: {} }),
  forward: (state, { clause }) => performCall(state, clause, `"${clause}".`, { tool: 'forward', input: {} }),
  refresh: (state, { clause }) => performCall(state, clause, `"${clause}".`, { tool: 'refresh', input: {} }),
  switch_tab: switchTab,
  new_tab: (state, { url, clause }) =>
    performCall(state, clause, 'Opening a new tab.', { tool: 'tabs', input: { do: 'new', url } }),
  close_tab: closeTab,
  answer_dialog: answerDialog,

  find: findElement,
  seek: seekTarget,
  search: searchSite,
  answer: answerOnPage,
  answer_condition: (state, { condition, clause }) =>
    withoutCalls(async () => {
      const { ok, observed, isMissing } = await checkCondition(state, condition);
      if (isMissing) throw new HandrailError('not_found', `"${clause}": ${observed}.`, 'Use the words of the page.');
      state.answers.push({ question: clause, value: ok ? 'yes' : 'no' });
    }),
  remember_answer: remember,
  remember_value: remember,
  copy_text: (state, instruction) => withoutCalls(() => copyText(state, instruction)),

  press_named_control: pressNamedControl,
  pick_extreme: pickExtreme,
  answer_question: answerQuestion,
  add_item: addItems,
  rename: renameItem,
  filter: applyFilter,
  sort: sortList,
  login: logIn,
  add_to_cart: addToCart,
  search_route: searchRoute,
  compose_mail: composeMail,
  answer_mail: answerMail,
  answer_consent: answerConsent,
  // A page may show the answer to "What is 3 + 4?" itself.
  calculate: (state, instruction, isLast) => {
    const { question, clause } = instruction;
    if (question === undefined || isDesktop(state)) return calculate(state, instruction);
    return browserHandlers.answer(state, { kind: 'answer', question, clause }, isLast);
  },

  launch_program: startOnPage,
  raise_window: raiseOnPage,
  use_program: refuseProgram,
  new_folder: createFolderOnPage,
  save_as: saveOnPage,
  write_file: createFileOnPage,
  confirm_save: confirmOnPage,
  no_op: () => withoutCalls(async () => {}),
};

async function* withoutCalls(work: () => Promise<void>): Execution {
  yield* [];
  await work();
}
