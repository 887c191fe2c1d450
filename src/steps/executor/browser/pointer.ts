import type { Element } from '../../../core/element.js';
import { ground } from '../../../perception/grounding/ground.js';
import { type CallRequest, type Execution, performCall, performPlanned, sendCalls } from '../../calls.js';
import { type ExecutionState, visibleElements } from '../../execution-state.js';
import type { InstructionOf, PointerKind } from '../../instruction.js';
import { keysNamedLikeButtons } from '../../parser/keys.js';
import { readOrdinal } from '../../parser/number-words.js';
import { matchIcons } from '../../resolver/icons.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isField, type Purpose } from '../../resolver/purpose.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { ambiguousElements, describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { itemAt, single } from '../../single.js';
import { click, clickMatch, pointerCall } from '../element-calls.js';

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
    if (!(whole.one && whole.one.score >= 0.8)) {
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
  const first =
    behind ??
    (await formButton(state, phrase)) ??
    preferText(state, instruction, phrase, yield* waitForTarget(state, phrase, purpose));
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

const ofRow =
  /^(.+?)\s+((?:for|of|by|in|on)\s+(?:the\s+)?(?:(?:row|card|post)\s+(?:with|of|for|by)|user|person)\s+.+)$/iu;

/** Opens the "more" icon of a row when the control is not visible in the row. Returns the control. */
async function* openMore(state: ExecutionState, clause: string, phrase: string): Execution<Match | undefined> {
  const related = ofRow.exec(phrase);
  const matches = related && (await matchTarget(state, phrase, 'click'));
  if (!related || !matches || matches.one || matches.several) return undefined;
  const icons = await matchIcons(state, `the more icon ${related[2]}`);
  const icon = single(icons);
  if (!icon) return undefined;
  const before = new Set(state.turn.observation.elements.map(({ id }) => id));
  yield* click(state, clause, `"${phrase}" may be behind ${icon.id}, "more".`, icon);
  const { one } = await matchTarget(state, related[1] ?? '', 'click');
  return one && !before.has(one.element.id) ? one : undefined;
}

const sending = /^(?:the\s+)?["“]?(?:log\s?in|sign\s?in|submit|search)["”]?(?:\s+button)?$/iu;

const sends = /^(?:ok|okay|go!?|continue|enter|submit|log\s?in|sign\s?in|search)$/iu;

/** "press login" when the only submit button of the page has another name, such as "OK". */
async function formButton(state: ExecutionState, phrase: string): Promise<Match | undefined> {
  if (!sending.test(phrase.trim())) return undefined;
  const { elements } = state.turn.observation;
  const buttons = elements.filter(({ role, kind }) => role === 'Button' && kind !== 'generic');
  const only = single(buttons);
  if (!only || !sends.test(only.name.trim()) || !elements.some(isField)) return undefined;
  const matches = await matchTarget(state, phrase, 'click');
  return matches.one || matches.several
    ? undefined
    : { element: only, score: 0.75, why: 'the only button of the form' };
}

/** "Click Ana Silva" does not mean the checkbox "Select Ana Silva": prefers an element whose whole name is the phrase. */
function preferText(state: ExecutionState, instruction: PointerInstruction, phrase: string, found: Match): Match {
  const bare = phrase.replace(/["“”]/gu, '').trim().toLowerCase();
  if (instruction.kind !== 'click' || !isCheckable(found.element) || found.element.name.trim().toLowerCase() === bare)
    return found;
  const same = state.turn.observation.elements.filter(
    (element) => !isCheckable(element) && element.name.trim().toLowerCase() === bare,
  );
  const one = same.find(({ interactive }) => interactive) ?? same.at(-1);
  return one ? { element: one, score: 0.95, why: 'same name' } : found;
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
  const named = matchEvery(state, instruction.target);
  const elements = named.length > 0 ? named : await matchIcons(state, instruction.target);
  if (elements.length === 0) await resolveTarget(state, instruction.target, 'click');
  if (instruction.atMost && elements.length < instruction.atMost) throw ambiguousElements(instruction.target, elements);
  for (const element of elements.slice(0, instruction.atMost ?? 40)) {
    yield* performCall(
      state,
      instruction.clause,
      `"${instruction.target}", each of ${elements.length}: ${element.id} ${element.role} "${element.name}".`,
      pointerCall(state, instruction.kind, element),
    );
  }
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

/** All elements that match a phrase nearly as well as the best. */
export function matchEvery(state: ExecutionState, phrase: string, margin = 0.06): Element[] {
  const { elements } = state.turn.observation;
  const singular = phrase
    .replace(/\b(boxes|checkboxes)\b/giu, 'checkbox')
    .replace(/\b(button|link|option|item|tab|icon|row)s\b/giu, '$1');
  const ranked = ground(singular, elements, { limit: 200 }).filter(({ element }) => element.interactive);
  const top = ranked[0]?.score ?? 0;
  return top < 0.55
    ? []
    : elements.filter((element) =>
        ranked.some((one) => one.element === element && one.score >= Math.max(0.55, top - margin)),
      );
}

/** Presses keys. Clicks a button instead when the key name is also a common button name and the page has such a button. */
export async function* pressKeys(state: ExecutionState, instruction: InstructionOf<'press_key'>): Execution {
  if (keysNamedLikeButtons.has(instruction.keys) && !/\bkey\b/iu.test(instruction.clause)) {
    const name = instruction.keys === ' ' ? 'space' : instruction.keys;
    const { one } = await matchTarget(state, name, 'click');
    if (one?.element.interactive && one.score >= 0.97) {
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
  return (
    element && { element, score: 0.85, why: position ? `paragraph ${position} of ${all.length}` : 'the only paragraph' }
  );
}
