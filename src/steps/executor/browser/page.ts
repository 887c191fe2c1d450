import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import { readAnswer } from '../../answers/answer.js';
import { type Execution, performCall, sendCalls } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { bareName } from '../../parser/phrasings.js';
import type { Match } from '../../resolver/match.js';
import { onlyArea, readText } from '../../resolver/read-text.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { clickMatch } from '../element-calls.js';
import { findRowMenu } from '../row-menu.js';

/** Opens the target of a link, a tab or a menu of the page. */
export async function* openTarget(step: Step, { target }: InstructionOf<'open'>): Execution {
  const owner = /^(?:the\s+)?(?:[\p{L}-]+\s+)?menu\s+(?:of|for|next\s+to)\s+(.+)$/iu.exec(target)?.[1];
  const menu = owner === undefined ? undefined : findRowMenu(step, owner);
  if (menu) {
    yield* performCall(step, `${menu.id} "${menu.name}" is the menu of ${owner}.`, 'click', { selector: menu.id });
    return;
  }
  const pages =
    /^(?:the\s+)?(next|previous|prev)\s+page$/iu.exec(target)?.[1] ??
    /^(?:the\s+)?page\s+(?:number\s+)?(\d+)(?:\s+of\s+.*)?$/iu.exec(target)?.[1];
  const phrase = pages ?? target;
  const matches = pages && /^\d+$/u.test(pages) ? await matchTarget(step, `"${pages}"`, 'click') : undefined;
  const section = /\ssection$/iu.test(target) ? await sectionHeading(step, target) : undefined;
  if (section) return yield* scrollToTarget(step, { kind: 'scroll_to', target: section.element.id });
  if (isMainHeading(step, phrase) && !(await matchTarget(step, phrase, 'click')).one) return;
  const found = matches?.one ?? (yield* waitForTarget(step, phrase, 'click'));
  // "Next" and "Next »" open the next page, and "Next generation printers" does not.
  if (pages && found.isPrefix && !isPageLink(found.element, pages)) throw notFound(target, [found.element]);
  yield* clickMatch(step, target, found);
}

/** Whether the page is already the one that a phrase names. */
function isMainHeading({ screen: { turn } }: Step, phrase: string): boolean {
  const wanted = normalizeText(bareName(phrase)).text;
  return turn.observation.elements.some(({ level, name }) => level === 1 && normalizeText(name).text === wanted);
}

function isPageLink({ name }: Element, which: string): boolean {
  const rest = name.trim().slice(which.length);
  return !/[\p{L}\p{N}]/u.test(rest.replace(/^(?:ious)?\s*(?:page|results?)?/iu, ''));
}

/** The heading of a section, when no control has its name. */
async function sectionHeading(step: Step, target: string): Promise<Match | undefined> {
  const { one: control, several } = await matchTarget(step, target, 'click');
  if (control || several) return undefined;
  const { one } = await matchTarget(step, target, 'any');
  return one?.element.level === undefined ? undefined : one;
}

export async function* scrollPage(step: Step, { direction, target }: InstructionOf<'scroll'>): Execution {
  if (target === undefined) {
    yield* performCall(step, `Scrolling to the ${direction}.`, 'scroll', { direction });
    return;
  }
  const area = onlyArea(step, target);
  const found = area ? { element: area, why: 'the only text area' } : yield* waitForTarget(step, target, 'any');
  yield* performCall(step, describeMatch(target, found), 'scroll', { direction, selector: found.element.id });
}

export async function* scrollToTarget(step: Step, { target }: InstructionOf<'scroll_to'>): Execution {
  const found = yield* waitForTarget(step, target, 'any');
  yield* performCall(step, `${describeMatch(target, found)} Hovering scrolls it into view.`, 'hover', {
    selector: found.element.id,
  });
}

export async function* uploadFiles(step: Step, { paths, target }: InstructionOf<'upload'>): Execution {
  const { elements, modal } = step.screen.turn.observation;
  const files = elements.filter(({ kind }) => kind === 'file');
  const only = single(files);
  if (modal?.kind === 'file_chooser') {
    yield* sendCalls(step, 'The file chooser is open.', [{ action: { type: 'upload', paths } }]);
    return;
  }
  const found =
    target === undefined && only
      ? { element: only, why: 'the only file field' }
      : yield* waitForTarget(step, target ?? 'file', 'file');
  yield* performCall(step, describeMatch(target ?? 'the file field', found), 'upload_file', {
    selector: found.element.id,
    paths,
  });
}

export async function* downloadFile(step: Step, { target }: InstructionOf<'download'>): Execution {
  const plain = target.replace(/^(?:the|a|an)\s+/iu, '');
  for (const phrase of [`download ${plain}`, `"Download" in the row with ${plain}`, `"Download" next to ${plain}`]) {
    const { one } = await matchTarget(step, phrase, 'click');
    if (!one) continue;
    yield* clickForFile(step, describeMatch(phrase, one), one.element.id);
    return;
  }
  const found = yield* waitForTarget(step, target, 'click');
  yield* clickForFile(step, describeMatch(target, found), found.element.id);
}

/** Clicks and requires that the click downloads a file. */
async function* clickForFile(step: Step, thought: string, selector: string): Execution {
  const done = yield* performCall(step, thought, 'click', { selector });
  if (!done || done.result.metadata.downloads) return;
  throw new HandrailError(
    'not_found',
    `"${step.clause}": the click on ${selector} downloaded nothing.`,
    'State in the task which link or button downloads it.',
  );
}

export async function* remember(
  step: Step,
  instruction: InstructionOf<'remember_answer' | 'remember_value'>,
): Execution {
  const value =
    instruction.kind === 'remember_value'
      ? instruction.value
      : String((await readAnswer(step, instruction.question)).value);
  step.discourse.copied = value;
  yield* performCall(step, `Remembering "${value}" as "${instruction.key}".`, 'remember', {
    key: instruction.key,
    value,
  });
}

export async function copyText(step: Step, { from }: InstructionOf<'copy_text'>): Promise<void> {
  step.discourse.copied = await readText(step, from);
}
