import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, performAll, type Script, seen } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { readNumberIn } from '../../parser/numbers.js';
import { find } from '../../resolver/find.js';
import { type Found, lookFor, resolve, tell } from '../../resolver/target.js';
import { isCheckable, isChoice, isField } from '../../resolver/want.js';
import { choose } from './choose.js';
import { setPlan, valueText } from './fields.js';

type Setting = Extract<Instruction, { do: 'set' }>;

const sliders = '[role=slider], input[type=range], [class*="slider" i][tabindex], [class*="slider-handle" i]';

/** Gives a field, list, switch or slider a value. */
export async function* set(world: ExecutionState, step: Setting): Script {
  const { target, words } = step;
  const text = await valueText(world, step.value);
  const many = await severalSliders(world, target, text);
  if (many) {
    for (const [place, [found, value]] of many.entries())
      yield* slide(world, { ...step, target: found.element.id }, found, value, { place, count: many.length });
    return;
  }
  const looked = await lookFor(world, target, { kind: 'set' });
  const found = looked.one ?? (await onlySlider(world, target));
  if (found && isSlider(found.element)) return yield* slide(world, step, found, text);
  if (found && isChoice(found.element))
    return yield* choose(world, { do: 'choose', options: [text], whole: `"${text}"`, from: target, words });
  if (found && isCheckable(found.element) && !/^(?:on|off|yes|no|true|false|checked|unchecked)$/iu.test(text))
    return yield* choose(world, { do: 'choose', options: [text], whole: `"${text}"`, from: target, words });
  if (!found) {
    const inGroup = await lookFor(world, `"${text}" in ${target}`, { kind: 'check' });
    if (inGroup.one && isCheckable(inGroup.one.element))
      return yield* choose(world, { do: 'choose', options: [text], whole: `"${text}"`, from: target, words });
    yield* find(world, target, { kind: 'set' });
  }
  yield* performAll(world, [
    { words, make: async () => setPlan(world, target, await again(world, target, found), text) },
  ]);
}

/** "the sliders" and "[3, 12, 4]": each its own, in their order. */
async function severalSliders(
  world: ExecutionState,
  target: string,
  text: string,
): Promise<[found: Found, value: string][] | undefined> {
  const values = text.match(/-?\d+(?:\.\d+)?/gu) ?? [];
  if (values.length < 2 || !/^(?:all\s+)?(?:the\s+)?(?:\S+\s+)?sliders$/iu.test(target.trim())) return undefined;
  const { elements } = await world.turn.read({ what: 'elements', css: sliders });
  if (elements.length !== values.length) return undefined;
  return elements.map((element, index) => [
    { element: { ...element, kind: 'handle' }, score: 0.9, why: `slider ${index + 1} of ${elements.length}` },
    values[index] ?? '',
  ]);
}

async function again(world: ExecutionState, target: string, found: Found | undefined): Promise<Found> {
  return found && world.turn.observation.elements.some(({ id }) => id === found.element.id)
    ? found
    : resolve(world, target, { kind: 'set' });
}

function isSlider({ kind }: Element): boolean {
  return kind === 'slider' || kind === 'handle';
}

/** A slider by its role, or by what the page calls it. */
async function onlySlider(world: ExecutionState, target: string): Promise<Found | undefined> {
  if (!/\b(?:slider|spinner|range|knob|stepper)\b/iu.test(target)) return undefined;
  const { elements } = world.turn.observation;
  const kind = /spinner|stepper/iu.test(target) ? 'spinbutton' : 'slider';
  const real = elements.filter((element) => element.kind === kind);
  const [only] = real;
  if (only && real.length === 1) return { element: only, score: 0.95, why: `the only ${kind}` };
  if (kind === 'spinbutton') {
    const fields = elements.filter(isField);
    const [field] = fields;
    return field && fields.length === 1 ? { element: field, score: 0.8, why: 'the only field' } : undefined;
  }
  const { elements: drawn } = await world.turn.read({ what: 'elements', css: sliders });
  const [handle] = drawn;
  return handle && drawn.length === 1
    ? { element: { ...handle, kind: 'handle' }, score: 0.8, why: 'the page calls it a slider' }
    : undefined;
}

/** A slider of the browser's own is set; any other is moved by the arrow keys until it shows the number. */
async function* slide(
  world: ExecutionState,
  { target, words }: Setting,
  found: Found,
  text: string,
  among?: Among,
): Script {
  const wanted = readNumberIn(text);
  const { tag, attributes } = await world.turn.read({ what: 'attributes', element: found.element.id });
  if (tag.toLowerCase() === 'input' || wanted === undefined) {
    yield* perform(world, words, `${tell(target, found)} Setting it to ${text}.`, {
      tool: 'fill',
      input: { selector: found.element.id, value: text },
    });
    return;
  }
  const step = Number(attributes['data-step'] ?? 1) || 1;
  for (let tries = 0; tries < 6; tries += 1) {
    const shown = shownNumber(world, found.element, among);
    if (shown === wanted) return;
    if (shown === undefined) break;
    const away = Math.max(1, Math.round(Math.abs(wanted - shown) / step));
    yield* perform(world, words, `${tell(target, found)} It shows ${shown}: arrow keys towards ${wanted}.`, {
      tool: 'press_key',
      input: {
        key: wanted > shown ? 'ArrowRight' : 'ArrowLeft',
        repeat: Math.min(away, 100),
        selector: found.element.id,
      },
    });
  }
  if (shownNumber(world, found.element, among) !== wanted)
    throw new HandrailError(
      'expectation_failed',
      `"${words}": the slider shows ${shownNumber(world, found.element, among) ?? 'no number'} and not ${wanted}.`,
      'Say which keys to press.',
    );
}

/** Which of several sliders that are shown in one text: "[3, 12, 4]". */
interface Among {
  place: number;
  count: number;
}

function shownNumber(world: ExecutionState, handle: Element, among?: Among): number | undefined {
  const { elements } = world.turn.observation;
  const together = seen(world)
    .filter(({ interactive }) => !interactive)
    .map(({ name }) => (/^[\d\s.,;[\]()-]+$/u.test(name) ? (name.match(/-?\d+(?:\.\d+)?/gu) ?? []) : []))
    .find(({ length }) => among && length === among.count);
  if (among && together) return Number(together[among.place]);
  const now = elements.find(({ id }) => id === handle.id);
  if (now?.value && readNumberIn(now.value) !== undefined) return readNumberIn(now.value);
  const middle = handle.bounds.y;
  const numbers = elements
    .filter(({ name, interactive }) => !interactive && /^-?\d+(?:\.\d+)?$/u.test(name.trim()))
    .sort((one, other) => Math.abs(one.bounds.y - middle) - Math.abs(other.bounds.y - middle));
  return numbers[0] ? readNumberIn(numbers[0].name) : undefined;
}
