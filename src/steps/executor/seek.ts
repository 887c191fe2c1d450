import type { Element } from '../../core/element.js';
import { type CallRequest, type Execution, sendCalls } from '../calls.js';
import type { InstructionOf } from '../instruction.js';
import { readOrdinal } from '../parser/number-words.js';
import type { Match } from '../resolver/match.js';
import { listResults } from '../resolver/result-rows.js';
import { matchTarget } from '../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../resolver/target-errors.js';
import { waitUntil } from '../resolver/wait-until.js';
import type { Step } from '../step.js';
import { click, clickMatch, pointerCall } from './element-calls.js';

type Seek = InstructionOf<'seek'>;
type MaybeMatch = Match | undefined;

/** The wait for a section that opens with an animation. */
const openingMs = 500;
const maxOpened = 22;
const maxScrolls = 20;
const maxPages = 20;
const nthResultPhrase = /^(?:the\s+)?(\S+)\s+(?:search\s+)?result$/iu;

/** Finds an element behind sections, tabs, folders, pages or further down, and clicks it when asked to. */
export async function* seekTarget(step: Step, instruction: Seek): Execution {
  const found = (await matchNow(step, instruction)) ?? (yield* search(step, instruction));
  if (!found) {
    const { nearest } = await matchTarget(step, instruction.target, 'any');
    throw notFound(instruction.target, nearest);
  }
  step.discourse.target = { phrase: instruction.target, element: found.element };
  if (!instruction.click) step.discourse.found = found.element;
  if (instruction.click) yield* clickMatch(step, instruction.target, found);
  else
    yield* sendCalls(step, `${describeMatch(instruction.target, found)} Found.`, [
      pointerCall(step, 'hover', found.element),
    ]);
}

async function matchNow(step: Step, { target }: Seek): Promise<MaybeMatch> {
  const nth = nthResultPhrase.exec(target);
  const position = nth && readOrdinal(nth[1] ?? '');
  if (position && position > listResults(step.screen.turn.observation.elements).length) return undefined;
  const { one, several } = await matchTarget(step, target, 'any');
  if (several) throw ambiguous(target, several);
  return one;
}

async function* search(step: Step, instruction: Seek): Execution<MaybeMatch> {
  switch (instruction.by) {
    case 'scrolling':
      return yield* byScrolling(step, instruction);
    case 'tabs':
      return yield* byOpening(step, instruction, isTab);
    case 'sections':
      return yield* byOpening(step, instruction, isCollapsed);
    case 'pages':
      return yield* byPages(step, instruction);
    case 'tree': {
      // On another page, the same position is another result.
      if (nthResultPhrase.test(instruction.target)) return waitUntil(step, () => matchNow(step, instruction));
      return (
        (yield* byOpening(step, instruction, isCollapsed)) ??
        (yield* byOpening(step, instruction, isTab)) ??
        (yield* byScrolling(step, instruction))
      );
    }
  }
}

function isTab({ role, states }: Element): boolean {
  return role === 'Tab' && !states.includes('selected') && !states.includes('disabled');
}

function isCollapsed({ states, interactive, role }: Element): boolean {
  return (
    (states.includes('collapsed') ||
      (role === 'Tab' && !states.includes('selected') && !states.includes('expanded'))) &&
    interactive &&
    role !== 'Dropdown'
  );
}

/** Opens one element after the other, and matches the target after each. */
async function* byOpening(
  step: Step,
  instruction: Seek,
  isUnopened: (element: Element) => boolean,
): Execution<MaybeMatch> {
  const opened = new Set<string>();
  for (let count = 0; count < maxOpened; count += 1) {
    const next = step.screen.turn.observation.elements.find(
      (element) => isUnopened(element) && !opened.has(element.id),
    );
    if (!next) return undefined;
    opened.add(next.id);
    yield* click(step, `"${instruction.target}" is not visible: opening ${next.id} ${next.role} "${next.name}".`, next);
    const found = (await matchNow(step, instruction)) ?? (await matchLater(step, instruction));
    if (found) return found;
  }
  return undefined;
}

/** Waits for an animation: opening the next section would close this one again. */
function matchLater(step: Step, instruction: Seek): Promise<MaybeMatch> {
  return waitUntil(step, () => matchNow(step, instruction), openingMs);
}

/** Whether the page is longer than the screen. */
function isLong({
  screen: {
    turn: { observation },
  },
}: Step): boolean {
  return !observation.scroll || observation.scroll.height > observation.screen.height + 4;
}

async function* byScrolling(step: Step, instruction: Seek): Execution<MaybeMatch> {
  let unchanged = 0;
  for (let count = 0; count < maxScrolls && unchanged < 2; count += 1) {
    // A page that loads its content later is not long yet.
    const calls = await waitUntil(step, () => nonEmpty(scrollCalls(step)), contentWaitMs);
    if (!calls) return matchNow(step, instruction);
    const results = yield* sendCalls(step, `"${instruction.target}" is not visible yet: scrolling down.`, calls);
    const found = await matchNow(step, instruction);
    if (found) return found;
    unchanged = results.some(({ result }) => result.success && result.metadata.effect === 'changed')
      ? 0
      : unchanged + 1;
  }
  return undefined;
}

const contentWaitMs = 2_000;

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Scrolls the page down by some screens, and each area that hides something below by almost its height. */
function scrollCalls(step: Step): CallRequest[] {
  const page = { tool: 'scroll', input: { direction: 'down' } };
  const areas = step.screen.turn.observation.elements.filter(({ more, role }) => more?.[1] && role !== 'TextInput');
  const inAreas = areas.map(({ id, bounds }) => {
    const amount = Math.max(1, Math.round(bounds.height * 0.8));
    return { tool: 'scroll', input: { direction: 'down', selector: id, amount } };
  });
  return [...inAreas, ...(isLong(step) ? [page, page, page] : [])];
}

const nextName = /^(?:next(?:\s+page)?|older|›|»|>|→|next\s*[»›>→]|show more|load more|more)$/iu;

function nextButton(step: Step): Element | undefined {
  return step.screen.turn.observation.elements.find(
    ({ name, interactive, states }) => interactive && nextName.test(name.trim()) && !states.includes('disabled'),
  );
}

async function* byPages(step: Step, instruction: Seek): Execution<MaybeMatch> {
  for (let page = 0; page < maxPages; page += 1) {
    const next = nextButton(step);
    if (!next) return undefined;
    yield* click(
      step,
      `"${instruction.target}" is not on this page: ${next.id} "${next.name}" opens the next page.`,
      next,
    );
    const found = await matchNow(step, instruction);
    if (found) return found;
  }
  return undefined;
}
