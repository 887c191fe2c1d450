import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { choose } from './do-choose.js';
import { setPlan, valueText } from './do-fields.js';
import { find } from './find.js';
import type { Instruction } from './instruction.js';
import { readNumberIn } from './numbers.js';
import { type Found, lookFor, resolve, tell } from './target.js';
import { isCheckable, isChoice, isField } from './want.js';
import { perform, performAll, type Script, type World } from './world.js';

type Setting = Extract<Instruction, { do: 'set' }>;

/** Gives a field, list, switch or slider a value. */
export async function* set(world: World, step: Setting): Script {
  const { target, words } = step;
  const text = await valueText(world, step.value);
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

async function again(world: World, target: string, found: Found | undefined): Promise<Found> {
  return found && world.turn.observation.elements.some(({ id }) => id === found.element.id)
    ? found
    : resolve(world, target, { kind: 'set' });
}

function isSlider({ kind }: Element): boolean {
  return kind === 'slider' || kind === 'handle';
}

/** A slider by its role, or by what the page calls it. */
async function onlySlider(world: World, target: string): Promise<Found | undefined> {
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
  const css = '[role=slider], input[type=range], [class*="slider" i][tabindex], [class*="slider-handle" i]';
  const { elements: drawn } = await world.turn.read({ what: 'elements', css });
  const [handle] = drawn;
  return handle && drawn.length === 1
    ? { element: { ...handle, kind: 'handle' }, score: 0.8, why: 'the page calls it a slider' }
    : undefined;
}

/** A slider of the browser's own is set; any other is moved by the arrow keys until it shows the number. */
async function* slide(world: World, { target, words }: Setting, found: Found, text: string): Script {
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
    const shown = shownNumber(world, found.element);
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
  if (shownNumber(world, found.element) !== wanted)
    throw new HandrailError(
      'expectation_failed',
      `"${words}": the slider shows ${shownNumber(world, found.element) ?? 'no number'} and not ${wanted}.`,
      'Say which keys to press.',
    );
}

function shownNumber(world: World, handle: Element): number | undefined {
  const { elements } = world.turn.observation;
  const now = elements.find(({ id }) => id === handle.id);
  if (now?.value && readNumberIn(now.value) !== undefined) return readNumberIn(now.value);
  const middle = handle.bounds.y;
  const numbers = elements
    .filter(({ name, interactive }) => !interactive && /^-?\d+(?:\.\d+)?$/u.test(name.trim()))
    .sort((one, other) => Math.abs(one.bounds.y - middle) - Math.abs(other.bounds.y - middle));
  return numbers[0] ? readNumberIn(numbers[0].name) : undefined;
}
