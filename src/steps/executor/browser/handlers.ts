import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { Field } from '../../instruction.js';
import { noProgramsError } from '../../resolver/desktop-turn.js';
import type { Step } from '../../step.js';
import { answerOnPage } from '../answer.js';
import { checkCondition } from '../check-condition.js';
import { pickExtreme } from '../extreme-row.js';
import { findElement } from '../find-element.js';
import { pressSubmit } from '../form-request.js';
import type { BrowserHandlers } from '../handler.js';
import { pressNamedControl } from '../named-control.js';
import { renameItem } from '../rename.js';
import { seekTarget } from '../seek.js';
import { verifyCondition, waitForCondition } from '../verify.js';
import { addItems } from './add-items.js';
import { setChecked } from './check.js';
import { chooseOptions } from './choose.js';
import { closeOnPage } from './close.js';
import { answerConsent } from './consent.js';
import { answerDialog } from './dialog.js';
import { dragElement } from './drag.js';
import { expandOrCollapse } from './expand.js';
import { clearField, fillFields, setDate, typeText } from './fields.js';
import { logIn } from './login.js';
import { copyText, downloadFile, openTarget, remember, scrollPage, scrollToTarget, uploadFiles } from './page.js';
import { chooseMenu, pointAtTargets, pressKeys, selectText } from './pointer.js';
import { searchSite } from './search.js';
import { setCounter, setValue } from './set-value.js';
import { submitForm } from './submit.js';
import { closeTab, switchTab } from './tabs.js';

/** How each kind of instruction is executed on a page. */
export const browserHandlers: BrowserHandlers = {
  goto: (step, { url }) => performCall(step, `"${step.clause}" names a URL.`, 'goto', { url }),
  back: (step) => performCall(step, `"${step.clause}".`, 'back'),
  forward: (step) => performCall(step, `"${step.clause}".`, 'forward'),
  refresh: (step) => performCall(step, `"${step.clause}".`, 'refresh'),
  open: openTarget,
  switch_tab: switchTab,
  new_tab: (step, { url }) => performCall(step, 'Opening a new tab.', 'tabs', { do: 'new', url }),
  close_tab: closeTab,

  click: pointAtTargets,
  double_click: pointAtTargets,
  right_click: pointAtTargets,
  hover: pointAtTargets,
  focus: pointAtTargets,
  choose_menu: chooseMenu,
  press_key: pressKeys,
  select_text: selectText,
  drag: dragElement,
  drag_to_position: dragElement,
  scroll: scrollPage,
  scroll_to: scrollToTarget,

  type: typeText,
  fill: (step, { fields, form }) => fillFields(step, fields, form),
  clear: clearField,
  choose: chooseOptions,
  check: setChecked,
  set: setValue,
  set_date: setDate,
  set_counter: setCounter,
  submit: (step, instruction) =>
    instruction.names ? pressSubmit(step, instruction.names, undefined) : submitForm(step, instruction),
  expand: expandOrCollapse,
  collapse: expandOrCollapse,
  close: closeOnPage,
  upload: uploadFiles,
  download: downloadFile,
  answer_dialog: answerDialog,

  pause: (step, { seconds }) => performCall(step, `Waiting for ${seconds} s.`, 'wait', { seconds }),
  wait_for: (step, { condition, seconds }) =>
    waitForCondition(step, condition, seconds === undefined ? undefined : seconds * 1_000),
  verify: (step, { condition }) => withoutCalls(() => verifyCondition(step, condition)),
  answer: answerOnPage,
  answer_condition: (step, { condition }) =>
    withoutCalls(async () => {
      const { ok, observed, isMissing } = await checkCondition(step, condition);
      if (isMissing)
        throw new HandrailError('not_found', `"${step.clause}": ${observed}.`, 'Use the words of the page.');
      step.report.answers.push({ question: step.clause, value: ok ? 'yes' : 'no' });
    }),
  remember_answer: remember,
  remember_value: remember,
  copy_text: (step, instruction) => withoutCalls(() => copyText(step, instruction)),

  find: findElement,
  seek: seekTarget,
  search: searchSite,
  press_named_control: pressNamedControl,
  pick_extreme: pickExtreme,
  add_item: addItems,
  rename: renameItem,
  login: logIn,
  answer_consent: answerConsent,
  // Phrases for programs and files: the page has a control that is named after the verb.
  launch_program: (step, { app }) => press(step, 'start', app, `start ${app}`),
  raise_window: (step, { app }) => press(step, 'raise', app, `raise ${app}`),
  use_program: (step) => {
    throw noProgramsError(step.clause);
  },
  enter_name: (step) => {
    throw noProgramsError(step.clause);
  },
  no_op: () => withoutCalls(async () => {}),
};

function press(step: Step, verb: string, what: string, target: string, fields?: Field[]): Execution<unknown> {
  return pressNamedControl(step, { kind: 'press_named_control', verb, what, target, fields });
}

async function* withoutCalls(work: () => Promise<void>): Execution {
  yield* [];
  await work();
}
