import type { Element } from '../../../core/element.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import { type CallRequest, type Execution, performCall, performPlanned, sendCalls } from '../../calls.js';
import { type ExecutionState, visibleElements } from '../../execution-state.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { keysNamedLikeButtons } from '../../parser/keys.js';
import { readOrdinal } from '../../parser/number-words.js';
import { bareName } from '../../parser/phrasings.js';
import { findUnlistedIcon, findUnlistedIcons, withIconNames } from '../../resolver/icons.js';
import type { Match } from '../../resolver/match.js';
import { matchEvery } from '../../resolver/match-phrase.js';
import type { Purpose } from '../../resolver/purpose.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { readWholePage } from '../../resolver/whole-page.js';
import { withoutRole } from '../../resolver/wordings.js';
import { itemAt, single } from '../../single.js';
import { click, clickMatch, pointerCall } from '../element-calls.js';
import { findEvery, incomplete } from '../every.js';
import { choiceAfter } from './answer-question.js';

type PointerInstruction = InstructionOf<PointerKind>;

const accepting =
  /^(?:the\s+)?["“]?(?:ok|okay|yes|accept|confirm|continue|leave)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;

const dismissing = /^(?:the\s+)?["“]?(?:cancel|no|dismiss|stay|close|x)["”]?(?:\s+button)?(?:\s+(?:in|on)\s+.*)?$/iu;

/** Clicks, double-clicks, right-clicks, hovers over or focuses the targets. */
export async function* pointAtTargets(state: ExecutionState, instruction: PointerInstruction): Execution {
  const { modal } = state.turn.observation;
  if (state.hasAnsweredDialog && accepting.test(instruction.target)) {
    state.hasAnsweredDialog = false;
    return;
  }
  state.hasAnsweredDialog = false;
  if (
    modal &&
    instruction.kind === 'click' &&
    (accepting.test(instruction.target) || dismissing.test(instruction.target))
  ) {
    const accept = accepting.test(instruction.target) || modal.kind === 'alert';
    yield* performCall(
      state,
      instruction.clause,
      `"${instruction.target}" answers the open ${modal.kind}: "${modal.text.slice(0, 80)}".`,
      { tool: 'handle_dialog', input: { accept } },
    );
    return;
  }
  if (instruction.every) return yield* pointAtEvery(state, instruction);
  if (instruction.parts.length > 1) {
    const whole = await matchTarget(state, instruction.target, 'click');
    if (!whole.one) {
      for (const part of instruction.parts) yield* pointAt(state, instruction, part);
      return;
    }
  }
  yield* pointAt(state, instruction, instruction.target);
}

async function* pointAt(state: ExecutionState, instruction: PointerInstruction, phrase: string): Execution {
  const isForText = /\b(?:field|text\s*box|input|text\s*area)$/iu.test(phrase);
  const purpose: Purpose =
    instruction.kind === 'focus' || isForText ? 'field' : instruction.kind === 'click' ? 'click' : 'thing';
  const behind = instruction.kind === 'click' ? yield* openMore(state, instruction.clause, phrase) : undefined;
  const first = behind ?? choiceFor(state, phrase) ?? (yield* waitForTarget(state, phrase, purpose));
  const { except } = instruction;
  if (except !== undefined && isNamed(first.element, except)) throw notFound(phrase, [first.element]);
  let known: typeof first | undefined = first;
  const plan = {
    clause: instruction.clause,
    async prepare() {
      const found = known ?? (await resolveTarget(state, phrase, purpose));
      known = undefined;
      return { thought: describeMatch(phrase, found), call: pointerCall(state, instruction.kind, found.element) };
    },
  };
  const times = Math.min(instruction.times ?? 1, 50);
  yield* performPlanned(state, [plan]);
  if (times > 1) yield* repeatPointing(state, instruction, phrase, purpose, times - 1);
}

function isNamed({ name }: Element, phrase: string): boolean {
  return normalizeText(name).text === normalizeText(bareName(phrase)).text;
}

/** "9 for how likely you are to recommend us": the choice below the question. */
function choiceFor(state: ExecutionState, phrase: string): Match | undefined {
  const [, choice, question] =
    /^(.+?)\s+for\s+((?:how|what|which|when|where|who|whether|the\s+question)\s.+)$/iu.exec(phrase) ?? [];
  const element = choice && question ? choiceAfter(state, choice, question) : undefined;
  return element && { element, why: 'first after the question' };
}

const ofRow =
  /^(.+?)\s+((?:for|of|by|in|on)\s+(?:the\s+)?(?:(?:row|card|post)\s+(?:with|of|for|by)|user|person)\s+.+)$/iu;

/** Opens the "more" icon of a row when the control is not visible in the row. Returns the control. */
async function* openMore(state: ExecutionState, clause: string, phrase: string): Execution<Match | undefined> {
  const related = ofRow.exec(phrase);
  const matches = related && (await matchTarget(state, phrase, 'click'));
  if (!related || !matches || matches.one || matches.several) return undefined;
  const icon = `the more icon ${related[2]}`;
  const more = (await matchTarget(state, icon, 'click')).one?.element ?? (await findUnlistedIcon(state, icon));
  if (!more) return undefined;
  const before = new Set(state.turn.observation.elements.map(({ id }) => id));
  yield* click(state, clause, `"${phrase}" may be behind ${more.id}, "more".`, more);
  const { one } = await matchTarget(state, withoutRole(related[1] ?? '') ?? related[1] ?? '', 'click');
  return one && !before.has(one.element.id) ? one : undefined;
}

/** Repeats the action; in one turn as long as the element stays. */
async function* repeatPointing(
  state: ExecutionState,
  instruction: PointerInstruction,
  phrase: string,
  purpose: Purpose,
  times: number,
): Execution {
  const plans = Array.from({ length: times }, () => ({
    clause: instruction.clause,
    async prepare() {
      const found = await resolveTarget(state, phrase, purpose);
      return {
        thought: `${describeMatch(phrase, found)} Again.`,
        call: pointerCall(state, instruction.kind, found.element),
      };
    },
  }));
  yield* performPlanned(state, plans);
}

/** Points at every element that matches equally well, in order. */
async function* pointAtEvery(state: ExecutionState, instruction: PointerInstruction): Execution {
  const { target, clause, atMost } = instruction;
  const match = async (elements: readonly Element[]): Promise<readonly Element[]> => {
    const equal = matchEvery(target, elements, 'click');
    const icons = equal.length > 0 ? undefined : await withIconNames(state, target, elements);
    return icons ? matchEvery(icons.phrase, icons.elements, 'click') : equal;
  };
  const named = yield* findEvery(state, { phrase: target, clause, match });
  const elements = named.length > 0 ? named : await allMatches(state, target);
  if (atMost && elements.length < atMost) throw ambiguous(target, elements);
  for (const element of elements.slice(0, atMost)) {
    yield* performCall(
      state,
      clause,
      `"${target}", each of ${elements.length}: ${element.id} ${element.role} "${element.name}".`,
      pointerCall(state, instruction.kind, element),
    );
  }
}

/** The matches that are found in other ways, of which only those on the screen are known. */
async function allMatches(state: ExecutionState, phrase: string): Promise<readonly Element[]> {
  const { one, several, nearest } = await matchTarget(state, phrase, 'click');
  const matches = several ?? (one ? [one.element] : await findUnlistedIcons(state, phrase));
  if (matches.length === 0) throw notFound(phrase, nearest);
  if ((await readWholePage(state)).hasHidden)
    throw incomplete({ phrase }, matches, 'a part of the page is out of sight');
  return matches;
}

/** Makes one call for each of the elements that a phrase means. */
export function performOnEach(
  state: ExecutionState,
  { phrase, elements, clause }: { phrase: string | undefined; elements: readonly Element[]; clause: string },
  callFor: (element: Element) => CallRequest,
): Execution {
  const plans = elements.map((element) => {
    const thought = `"${phrase}", each of ${elements.length}: ${element.id} "${element.name}".`;
    return { clause, prepare: async () => ({ thought, call: callFor(element) }) };
  });
  return performPlanned(state, plans);
}

/** Presses keys. Clicks a button instead when the key name is also a common button name and the page has such a button. */
export async function* pressKeys(state: ExecutionState, instruction: InstructionOf<'press_key'>): Execution {
  if (keysNamedLikeButtons.has(instruction.keys) && !/\bkey\b/iu.test(instruction.clause)) {
    const name = instruction.keys === ' ' ? 'space' : instruction.keys;
    const { one } = await matchTarget(state, name, 'click');
    if (one && !one.isPrefix) {
      yield* click(state, instruction.clause, `A control has this name: ${describeMatch(name, one)}`, one.element);
      return;
    }
  }
  const on = instruction.target === undefined ? undefined : yield* waitForTarget(state, instruction.target, 'any');
  const input = {
    key: instruction.keys,
    selector: on?.element.id,
    repeat: instruction.times,
  };
  yield* performCall(
    state,
    instruction.clause,
    `"${instruction.clause}" is the key ${instruction.keys}.${on && instruction.target ? ` ${describeMatch(instruction.target, on)}` : ''}`,
    { tool: 'press_key', input },
  );
}

/** Opens nested menus: hovers first, and clicks when hovering does not open the menu. */
export async function* chooseMenu(state: ExecutionState, { path, clause }: InstructionOf<'choose_menu'>): Execution {
  for (const [index, name] of path.entries()) {
    const found = yield* waitForTarget(state, name, 'click');
    const next = path[index + 1];
    if (next === undefined) {
      yield* clickMatch(state, clause, name, found);
      return;
    }
    if (index > 0 || found.element.states.includes('expanded')) {
      yield* performCall(
        state,
        clause,
        `${describeMatch(name, found)} Hovering may open it.`,
        pointerCall(state, 'hover', found.element),
      );
      if ((await matchTarget(state, next, 'click')).one) continue;
    }
    yield* click(state, clause, `${describeMatch(name, found)} Opening it.`, found.element);
  }
}

/** Selects the text of an element with a triple click. */
export async function* selectText(state: ExecutionState, { target, clause }: InstructionOf<'select_text'>): Execution {
  const bare = target.replace(/^(?:the\s+)?text\s+(?:in|of)\s+/iu, '');
  const found = (await paragraph(state, bare)) ?? (yield* waitForTarget(state, bare, 'any'));
  yield* sendCalls(state, `${describeMatch(target, found)} A triple click selects its text ("${clause}").`, [
    { action: { type: 'click', target: { element: found.element.id }, count: 3 } },
  ]);
}

/** "the 2nd paragraph", or the only paragraph. */
async function paragraph(state: ExecutionState, phrase: string): Promise<Match | undefined> {
  const match = /^(?:the\s+)?(?:(\S+)\s+)?(?:paragraph|text)(?:\s+(?:below|above))?$/iu.exec(phrase.trim());
  if (!match) return undefined;
  const { elements: real } = await state.turn.read({ what: 'elements', css: 'p' });
  const texts = visibleElements(state).filter(
    ({ role, name, level }) => role === 'Text' && level === undefined && /\p{L}\s+\p{L}.*[.!?…]$/u.test(name.trim()),
  );
  const all = real.length > 0 ? real : texts;
  const position = readOrdinal(match[1] ?? '');
  const element = position ? itemAt(all, position) : single(all);
  return element && { element, why: position ? `paragraph ${position} of ${all.length}` : 'the only paragraph' };
}
