import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { readAnswer } from '../../answers/answer.js';
import { type Execution, performCall, sendCalls } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { readText } from '../../resolver/read-text.js';
import { matchTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import { clickMatch } from '../element-calls.js';
import { findRowMenu } from '../row-menu.js';

/** Opens the target of a link, a tab or a menu of the page. */
export async function* openTarget(state: ExecutionState, { target, clause }: InstructionOf<'open'>): Execution {
  const owner = /^(?:the\s+)?(?:[\p{L}-]+\s+)?menu\s+(?:of|for|next\s+to)\s+(.+)$/iu.exec(target)?.[1];
  const menu = owner === undefined ? undefined : findRowMenu(state, owner);
  if (menu) {
    yield* performCall(state, clause, `${menu.id} "${menu.name}" is the menu of ${owner}.`, {
      tool: 'click',
      input: { selector: menu.id },
    });
    return;
  }
  const pages =
    /^(?:the\s+)?(next|previous|prev)\s+page$/iu.exec(target)?.[1] ??
    /^(?:the\s+)?page\s+(?:number\s+)?(\d+)(?:\s+of\s+.*)?$/iu.exec(target)?.[1];
  const phrase = pages ?? target;
  const matches = pages && /^\d+$/u.test(pages) ? await matchTarget(state, `"${pages}"`, 'click') : undefined;
  const section = /\ssection$/iu.test(target) ? await sectionHeading(state, target) : undefined;
  if (section) return yield* scrollToTarget(state, { kind: 'scroll_to', target: section.element.id, clause });
  const found = matches?.one ?? (yield* waitForTarget(state, phrase, 'click'));
  // "Next" and "Next »" open the next page, and "Next generation printers" does not.
  if (pages && found.isPrefix && !isPageLink(found.element, pages)) throw notFound(target, [found.element]);
  yield* clickMatch(state, clause, target, found);
}

function isPageLink({ name }: Element, which: string): boolean {
  const rest = name.trim().slice(which.length);
  return !/[\p{L}\p{N}]/u.test(rest.replace(/^(?:ious)?\s*(?:page|results?)?/iu, ''));
}

/** The heading of a section, when no control has its name. */
async function sectionHeading(state: ExecutionState, target: string): Promise<Match | undefined> {
  const { one: control, several } = await matchTarget(state, target, 'click');
  if (control || several) return undefined;
  const { one } = await matchTarget(state, target, 'any');
  return one?.element.level === undefined ? undefined : one;
}

export async function* scrollPage(state: ExecutionState, instruction: InstructionOf<'scroll'>): Execution {
  const area = /text\s*-?\s*area/iu.test(instruction.target ?? '')
    ? state.turn.observation.elements.filter(({ states }) => states.includes('multiline'))
    : [];
  const only = single(area);
  const found =
    instruction.target === undefined
      ? undefined
      : only
        ? { element: only, why: 'the only text area' }
        : yield* waitForTarget(state, instruction.target, 'any');
  const input = { direction: instruction.direction, selector: found?.element.id };
  yield* performCall(
    state,
    instruction.clause,
    found && instruction.target
      ? describeMatch(instruction.target, found)
      : `Scrolling to the ${instruction.direction}.`,
    { tool: 'scroll', input },
  );
}

export async function* scrollToTarget(
  state: ExecutionState,
  { target, clause }: InstructionOf<'scroll_to'>,
): Execution {
  const found = yield* waitForTarget(state, target, 'any');
  yield* performCall(state, clause, `${describeMatch(target, found)} Hovering scrolls it into view.`, {
    tool: 'hover',
    input: { selector: found.element.id },
  });
}

export async function* uploadFiles(
  state: ExecutionState,
  { paths, target, clause }: InstructionOf<'upload'>,
): Execution {
  const { elements, modal } = state.turn.observation;
  const files = elements.filter(({ kind }) => kind === 'file');
  const only = single(files);
  if (modal?.kind === 'file_chooser') {
    yield* sendCalls(state, 'The file chooser is open.', [{ action: { type: 'upload', paths } }]);
    return;
  }
  const found =
    target === undefined && only
      ? { element: only, why: 'the only file field' }
      : yield* waitForTarget(state, target ?? 'file', 'file');
  yield* performCall(state, clause, describeMatch(target ?? 'the file field', found), {
    tool: 'upload_file',
    input: { selector: found.element.id, paths },
  });
}

export async function* downloadFile(state: ExecutionState, { target, clause }: InstructionOf<'download'>): Execution {
  const plain = target.replace(/^(?:the|a|an)\s+/iu, '');
  for (const phrase of [`download ${plain}`, `"Download" in the row with ${plain}`, `"Download" next to ${plain}`]) {
    const { one } = await matchTarget(state, phrase, 'click');
    if (!one) continue;
    yield* clickForFile(state, clause, describeMatch(phrase, one), one.element.id);
    return;
  }
  const found = yield* waitForTarget(state, target, 'click');
  yield* clickForFile(state, clause, describeMatch(target, found), found.element.id);
}

/** Clicks and requires that the click downloads a file. */
async function* clickForFile(state: ExecutionState, clause: string, thought: string, selector: string): Execution {
  const done = yield* performCall(state, clause, thought, { tool: 'click', input: { selector } });
  if (!done || done.result.metadata.downloads) return;
  throw new HandrailError(
    'not_found',
    `"${clause}": the click on ${selector} downloaded nothing.`,
    'State in the task which link or button downloads it.',
  );
}

export async function* remember(
  state: ExecutionState,
  instruction: InstructionOf<'remember_answer' | 'remember_value'>,
): Execution {
  const value =
    instruction.kind === 'remember_value'
      ? instruction.value
      : String((await readAnswer(state, instruction.question)).value);
  state.copiedText = value;
  yield* performCall(state, instruction.clause, `Remembering "${value}" as "${instruction.key}".`, {
    tool: 'remember',
    input: { key: instruction.key, value },
  });
}

export async function copyText(state: ExecutionState, { from }: InstructionOf<'copy_text'>): Promise<void> {
  state.copiedText = /\bword\s+(?:in|of|from)\b/iu.test(from)
    ? String((await readAnswer(state, from)).value)
    : await readText(state, from);
}
