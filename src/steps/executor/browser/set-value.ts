import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall, performPlanned } from '../../calls.js';
import { type ExecutionState, visibleElements } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { readAmount } from '../../parser/amounts.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isChoice, isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import { chooseOption } from './choose.js';
import { prepareFieldCall } from './fill.js';

type SetInstruction = InstructionOf<'set'>;

const sliders = '[role=slider], input[type=range], [class*="slider" i][tabindex], [class*="slider-handle" i]';

/** Sets a field, list, switch or slider to a value. */
export async function* setValue(state: ExecutionState, instruction: SetInstruction): Execution {
  const { target, clause } = instruction;
  const text = await resolveValue(state, instruction.value);
  const pairs = await severalSliders(state, target, text);
  if (pairs) {
    for (const [place, [found, value]] of pairs.entries())
      yield* moveSlider(state, { ...instruction, target: found.element.id }, found, value, {
        place,
        count: pairs.length,
      });
    return;
  }
  const matches = await matchTarget(state, target, 'set');
  const found = matches.one ?? (await onlySlider(state, target));
  if (found && isSlider(found.element)) return yield* moveSlider(state, instruction, found, text);
  const isSwitchValue = /^(?:on|off|yes|no|true|false|checked|unchecked)$/iu.test(text);
  if (found && (isChoice(found.element) || (isCheckable(found.element) && !isSwitchValue)))
    return yield* chooseOption(state, text, target, clause);
  if (!found) {
    const inGroup = await matchTarget(state, `"${text}" in ${target}`, 'check');
    if (inGroup.one && isCheckable(inGroup.one.element)) return yield* chooseOption(state, text, target, clause);
    yield* waitForTarget(state, target, 'set');
  }
  yield* performPlanned(state, [
    { clause, prepare: async () => prepareFieldCall(state, target, await matchAgain(state, target, found), text) },
  ]);
}

/** "the sliders" and "[3, 12, 4]": pairs each slider with its value, in order. */
async function severalSliders(
  state: ExecutionState,
  target: string,
  text: string,
): Promise<[found: Match, value: string][] | undefined> {
  const values = text.match(/-?\d+(?:\.\d+)?/gu) ?? [];
  if (values.length < 2 || !/^(?:all\s+)?(?:the\s+)?(?:\S+\s+)?sliders$/iu.test(target.trim())) return undefined;
  const { elements } = await state.turn.read({ what: 'elements', css: sliders });
  if (elements.length !== values.length) return undefined;
  return elements.map((element, index) => [
    { element: { ...element, kind: 'handle' }, why: `slider ${index + 1} of ${elements.length}` },
    values[index] ?? '',
  ]);
}

async function matchAgain(state: ExecutionState, target: string, found: Match | undefined): Promise<Match> {
  return found && state.turn.observation.elements.some(({ id }) => id === found.element.id)
    ? found
    : resolveTarget(state, target, 'set');
}

function isSlider({ kind }: Element): boolean {
  return kind === 'slider' || kind === 'handle';
}

/** A slider by its role, or by its class name. */
async function onlySlider(state: ExecutionState, target: string): Promise<Match | undefined> {
  if (!/\b(?:slider|spinner|range|knob|stepper)\b/iu.test(target)) return undefined;
  const { elements } = state.turn.observation;
  const kind = /spinner|stepper/iu.test(target) ? 'spinbutton' : 'slider';
  const real = elements.filter((element) => element.kind === kind);
  const only = single(real);
  if (only) return { element: only, why: `the only ${kind}` };
  if (kind === 'spinbutton') {
    const fields = elements.filter(isField);
    const [field] = fields;
    return field && fields.length === 1 ? { element: field, why: 'the only field' } : undefined;
  }
  const { elements: drawn } = await state.turn.read({ what: 'elements', css: sliders });
  const [handle] = drawn;
  return handle && drawn.length === 1
    ? { element: { ...handle, kind: 'handle' }, why: 'a slider by its class name' }
    : undefined;
}

/** Sets a native slider. Moves any other slider with the arrow keys until it shows the number. */
async function* moveSlider(
  state: ExecutionState,
  { target, clause }: SetInstruction,
  found: Match,
  text: string,
  among?: SliderPosition,
): Execution {
  const wanted = readAmount(text);
  const { tag, attributes } = await state.turn.read({ what: 'attributes', element: found.element.id });
  if (tag.toLowerCase() === 'input' || wanted === undefined) {
    yield* performCall(state, clause, `${describeMatch(target, found)} Setting it to ${text}.`, {
      tool: 'fill',
      input: { selector: found.element.id, value: text },
    });
    return;
  }
  const step = Number(attributes['data-step'] ?? 1) || 1;
  for (let tries = 0; tries < 6; tries += 1) {
    const shown = readSlider(state, found.element, among);
    if (shown === wanted) return;
    if (shown === undefined) break;
    const away = Math.max(1, Math.round(Math.abs(wanted - shown) / step));
    yield* performCall(
      state,
      clause,
      `${describeMatch(target, found)} It shows ${shown}: pressing arrow keys towards ${wanted}.`,
      {
        tool: 'press_key',
        input: {
          key: wanted > shown ? 'ArrowRight' : 'ArrowLeft',
          repeat: Math.min(away, 100),
          selector: found.element.id,
        },
      },
    );
  }
  if (readSlider(state, found.element, among) !== wanted)
    throw new HandrailError(
      'expectation_failed',
      `"${clause}": the slider shows ${readSlider(state, found.element, among) ?? 'no number'} instead of ${wanted}.`,
      'State in the task which keys to press.',
    );
}

/** The position of one slider among several whose values are shown in one text: "[3, 12, 4]". */
interface SliderPosition {
  place: number;
  count: number;
}

function readSlider(state: ExecutionState, handle: Element, among?: SliderPosition): number | undefined {
  const { elements } = state.turn.observation;
  const together = visibleElements(state)
    .filter(({ interactive }) => !interactive)
    .map(({ name }) => (/^[\d\s.,;[\]()-]+$/u.test(name) ? (name.match(/-?\d+(?:\.\d+)?/gu) ?? []) : []))
    .find(({ length }) => among && length === among.count);
  if (among && together) return Number(together[among.place]);
  const now = elements.find(({ id }) => id === handle.id);
  if (now?.value && readAmount(now.value) !== undefined) return readAmount(now.value);
  const middle = handle.bounds.y;
  const numbers = elements
    .filter(({ name, interactive }) => !interactive && /^-?\d+(?:\.\d+)?$/u.test(name.trim()))
    .sort((one, other) => Math.abs(one.bounds.y - middle) - Math.abs(other.bounds.y - middle));
  return numbers[0] ? readAmount(numbers[0].name) : undefined;
}
