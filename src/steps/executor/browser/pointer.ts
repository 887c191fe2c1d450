import type { Element } from '../../../core/element.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import { type CallRequest, type Execution, performCall, performPlanned, sendCalls } from '../../calls.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { keysNamedLikeButtons } from '../../parser/keys.js';
import { bareName } from '../../parser/phrasings.js';
import type { Match } from '../../resolver/match.js';
import { matchEvery } from '../../resolver/match-phrase.js';
import type { Purpose } from '../../resolver/purpose.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { readWholePage } from '../../resolver/whole-page.js';
import { lastTools, type Step } from '../../step.js';
import { clickMatch, pointerCall } from '../element-calls.js';
import { findEvery, incomplete } from '../every.js';

type Pointing = InstructionOf<PointerKind>;

const answers =
  /^(?:the\s+)?["“]?(?:(ok|okay|yes|accept|confirm|continue|leave)|cancel|no|dismiss|stay|close|x)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;
const maxTimes = 50;

/** Clicks, double-clicks, right-clicks, hovers over or focuses the targets. */
export async function* pointAtTargets(step: Step, instruction: Pointing): Execution {
  const { modal } = step.screen.turn.observation;
  const { kind, target, parts } = instruction;
  const answer = kind === 'click' ? answers.exec(target) : null;
  // "Enter a name in the prompt and press OK": the prompt is already answered.
  if (answer?.[1] && lastTools(step).includes('handle_dialog')) return;
  if (modal && answer) {
    const thought = `"${target}" answers the open ${modal.kind}: "${modal.text.slice(0, 80)}".`;
    const accept = answer[1] !== undefined || modal.kind === 'alert';
    yield* performCall(step, thought, 'handle_dialog', { accept });
    return;
  }
  if (instruction.every) return yield* pointAtEvery(step, instruction);
  const isList = parts.length > 1 && !(await matchTarget(step, target, 'click')).one;
  for (const phrase of isList ? parts : [target]) yield* pointAt(step, instruction, phrase);
}

async function* pointAt(step: Step, { kind, except, times = 1 }: Pointing, phrase: string): Execution {
  const isForText = /\b(?:field|text\s*box|input|text\s*area)$/iu.test(phrase);
  const purpose: Purpose = kind === 'focus' || isForText ? 'field' : kind === 'click' ? 'click' : 'thing';
  const first = yield* waitForTarget(step, phrase, purpose);
  if (except !== undefined && isNamed(first.element, except)) throw notFound(phrase, [first.element]);
  let known: Match | undefined = first;
  const prepare = async () => {
    const found = known ?? (await resolveTarget(step, phrase, purpose));
    known = undefined;
    return { thought: describeMatch(phrase, found), call: pointerCall(step, kind, found.element) };
  };
  yield* performPlanned(step, [prepare]);
  const again = Array.from({ length: Math.min(times, maxTimes) - 1 }, () => () => prepare());
  yield* performPlanned(step, again);
}

function isNamed({ name }: Element, phrase: string): boolean {
  return normalizeText(name).text === normalizeText(bareName(phrase)).text;
}

/** Points at every element that matches equally well, in order. */
async function* pointAtEvery(step: Step, { kind, target, atMost }: Pointing): Execution {
  const match = (elements: readonly Element[]): readonly Element[] => matchEvery(target, elements, 'click');
  const named = yield* findEvery(step, { phrase: target, match });
  const elements = named.length > 0 ? named : await allMatches(step, target);
  if (atMost && elements.length < atMost) throw ambiguous(target, elements);
  for (const element of elements.slice(0, atMost)) {
    const thought = `"${target}", each of ${elements.length}: ${element.id} ${element.role} "${element.name}".`;
    yield* performPlanned(step, [async () => ({ thought, call: pointerCall(step, kind, element) })]);
  }
}

/** The matches that are found in other ways, of which only those on the screen are known. */
async function allMatches(step: Step, phrase: string): Promise<readonly Element[]> {
  const { one, several, nearest } = await matchTarget(step, phrase, 'click');
  const matches = several ?? (one ? [one.element] : []);
  if (matches.length === 0) throw notFound(phrase, nearest);
  if ((await readWholePage(step)).hasHidden) throw incomplete(phrase, matches, 'a part of the page is out of sight');
  return matches;
}

/** Makes one call for each of the elements that a phrase means. */
export function performOnEach(
  step: Step,
  { phrase, elements }: { phrase: string; elements: readonly Element[] },
  callFor: (element: Element) => CallRequest,
): Execution {
  return performPlanned(
    step,
    elements.map((element) => async () => ({
      thought: `"${phrase}", each of ${elements.length}: ${element.id} "${element.name}".`,
      call: callFor(element),
    })),
  );
}

/** Presses keys. Clicks a button instead when the key name is also a common button name and the page has such a button. */
export async function* pressKeys(step: Step, { keys, target, times }: InstructionOf<'press_key'>): Execution {
  if (keysNamedLikeButtons.has(keys) && !/\bkey\b/iu.test(step.clause)) {
    const name = keys === ' ' ? 'space' : keys;
    const { one } = await matchTarget(step, name, 'click');
    if (one && !one.isPrefix) return yield* clickMatch(step, name, one);
  }
  const on = target === undefined ? undefined : yield* waitForTarget(step, target, 'any');
  const place = on && target ? ` ${describeMatch(target, on)}` : '';
  const input = { key: keys, selector: on?.element.id, repeat: times };
  yield* performCall(step, `"${step.clause}" is the key ${keys}.${place}`, 'press_key', input);
}

/** Opens nested menus: hovers first, and clicks when hovering does not open the menu. */
export async function* chooseMenu(step: Step, { path }: InstructionOf<'choose_menu'>): Execution {
  for (const [index, name] of path.entries()) {
    const found = yield* waitForTarget(step, name, 'click');
    const next = path[index + 1];
    if (next !== undefined && (index > 0 || found.element.states.includes('expanded'))) {
      const hover = pointerCall(step, 'hover', found.element);
      yield* sendCalls(step, `${describeMatch(name, found)} Hovering may open it.`, [hover]);
      if ((await matchTarget(step, next, 'click')).one) continue;
    }
    yield* clickMatch(step, name, found);
  }
}

/** Selects the text of an element with a triple click. */
export async function* selectText(step: Step, { target }: InstructionOf<'select_text'>): Execution {
  const bare = target.replace(/^(?:the\s+)?text\s+(?:in|of)\s+/iu, '');
  const found = yield* waitForTarget(step, bare, 'any');
  yield* performCall(step, describeMatch(target, found), 'triple_click', { selector: found.element.id });
}
