import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { readAttributes } from './option-list.js';

/** Reads the value of a slider. */
type Gauge = () => Promise<number>;

const maxKeysPerAction = 100;
/** A slider that needs more steps is dragged near the value first. */
const maxKeys = 300;

/** Moves a slider that is no native field to a value, by keys or by dragging it, and verifies the value that it shows. */
export async function moveSlider(
  context: ToolContext,
  id: ElementId,
  wanted: number,
  { isPercent }: { isPercent: boolean },
): Promise<Outcome> {
  const focused = await context.perform({ type: 'click', target: { element: id } });
  const gauge = await findGauge(context, id, isPercent);
  const start = await gauge();
  if (start === wanted) return focused;
  const probed = await pressArrows(context, wanted > start ? 1 : -1);
  const next = await gauge();
  const step = Math.abs(next - start);
  const count = step === 0 ? Number.POSITIVE_INFINITY : (wanted - next) / step;
  if (Math.abs(count) > maxKeys) return dragSlider(context, id, wanted, gauge);
  const outcome = Math.round(count) === 0 ? probed : await pressArrows(context, Math.round(count));
  const reached = await gauge();
  if (reached !== wanted) throw notReached(id, wanted, `${reached}`, step);
  return outcome;
}

export function notReached(id: ElementId, wanted: number, shown: string, step?: number): HandrailError {
  const steps = step === undefined ? '' : ` It moves in steps of ${step}.`;
  return new HandrailError(
    'expectation_failed',
    `${id} shows ${shown || 'no value'} instead of ${wanted}.${steps}`,
    'Observe the page, and pass a value that it can have.',
  );
}

/** Presses an arrow key: right for a positive count, left for a negative one. */
async function pressArrows(context: ToolContext, count: number): Promise<Outcome> {
  const keys = count > 0 ? 'ArrowRight' : 'ArrowLeft';
  let left = Math.abs(count);
  for (;;) {
    const repeat = Math.min(left, maxKeysPerAction);
    const outcome = await context.perform({ type: 'key', keys, repeat });
    left -= repeat;
    if (left === 0) return outcome;
  }
}

/** How to read a slider: the value that it declares, its position in percent, or the number elsewhere on the page that moves with it. */
async function findGauge(context: ToolContext, id: ElementId, isPercent: boolean): Promise<Gauge> {
  const { attributes = {} } = (await readAttributes(context, id)) ?? {};
  if (attributes['aria-valuenow'] !== undefined)
    return async () => Number((await readAttributes(context, id))?.attributes['aria-valuenow'] ?? Number.NaN);
  if (isPercent) return async () => (await readNumbers(context)).get(id) ?? Number.NaN;
  const before = await readNumbers(context);
  await pressArrows(context, 1);
  const raised = await readNumbers(context);
  await pressArrows(context, -1);
  const linked = [...raised.keys()].filter(
    (one) => one !== id && before.has(one) && before.get(one) !== raised.get(one),
  );
  const [shown] = linked;
  if (!shown || linked.length > 1)
    throw new HandrailError(
      'unsupported',
      `${id} does not show its value.`,
      'Pass a percentage of its length, for example 55%.',
    );
  return async () => (await readNumbers(context)).get(shown) ?? Number.NaN;
}

/** The elements on the screen whose text or value contains one number. */
async function readNumbers({ observe }: ToolContext): Promise<Map<ElementId, number>> {
  const { elements } = await observe({ budget: 1 });
  const numbers = new Map<ElementId, number>();
  for (const { id, name, value } of elements) {
    const [number, ...others] = (value ?? name).match(/-?\d+(?:\.\d+)?/g) ?? [];
    if (number !== undefined && others.length === 0) numbers.set(id, Number(number));
  }
  return numbers;
}

const maxDrags = 6;
const firstDragPixels = 40;

/** Drags the handle a short way to see how far a unit is, then to the value. */
async function dragSlider(context: ToolContext, id: ElementId, wanted: number, gauge: Gauge): Promise<Outcome> {
  const { attributes = {} } = (await readAttributes(context, id)) ?? {};
  const isUpright = attributes['aria-orientation'] === 'vertical';
  let current = await gauge();
  let pixelsPerUnit = 0;
  for (let drags = 0; drags < maxDrags; drags += 1) {
    const handle = (await context.observe({ budget: 1 })).elements.find((one) => one.id === id);
    if (!handle) break;
    const from = {
      x: handle.bounds.x + handle.bounds.width / 2,
      y: handle.bounds.y + handle.bounds.height / 2,
    };
    const length =
      pixelsPerUnit === 0 ? Math.sign(wanted - current) * firstDragPixels : (wanted - current) * pixelsPerUnit;
    const to = isUpright ? { x: from.x, y: from.y - length } : { x: from.x + length, y: from.y };
    const outcome = await context.perform({ type: 'drag', path: [from, to] });
    const moved = await gauge();
    if (moved === wanted) return outcome;
    if (moved === current) break;
    pixelsPerUnit = Math.abs(length / (moved - current));
    current = moved;
  }
  throw notReached(id, wanted, `${current}`);
}
