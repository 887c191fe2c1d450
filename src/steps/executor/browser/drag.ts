import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { ambiguous, describeMatch } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { itemAt } from '../../single.js';
import type { Step } from '../../step.js';

/** The time that a page gets to show a drop. */
const dropMs = 1_000;

/** Drags an element onto another, or to a position in its list. */
export async function* dragElement(step: Step, instruction: InstructionOf<'drag' | 'drag_to_position'>): Execution {
  const source = yield* waitForTarget(step, instruction.source, 'drag');
  const isToElement = instruction.kind === 'drag';
  const target = isToElement
    ? yield* waitForTarget(step, instruction.target, 'drag')
    : { element: listItemAt(step, source.element, instruction.position), why: `position ${instruction.position}` };
  if (source.element.id === target.element.id) return;
  const before = layoutOf(step);
  const where = isToElement ? instruction.target : target.why;
  yield* performCall(step, `${describeMatch(instruction.source, source)} ${describeMatch(where, target)}`, 'drag', {
    source: source.element.id,
    target: isToElement ? target.element.id : dropPoint(source.element, target.element),
  });
  if (await waitUntil(step, () => layoutOf(step) !== before || undefined, dropMs)) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}": ${source.element.id} "${source.element.name}" was dragged, and nothing on the page changed.`,
    'Check that it can be dragged, or state in the task which control moves it.',
  );
}

/** What the page shows and where. Focus and scrolling are no effects of a drop. */
function layoutOf({ screen: { turn } }: Step): string {
  const { scroll, elements, url } = turn.observation;
  const { x, y } = scroll ?? { x: 0, y: 0 };
  const shown = elements.map(({ id, name, value, text, bounds, states }) => [
    [id, name, value, text, Math.round(bounds.x + x), Math.round(bounds.y + y)],
    states.filter((one) => one !== 'focused' && one !== 'offscreen'),
  ]);
  return JSON.stringify([url, shown]);
}

/** The drop point: past the middle of the drop target, in the direction of the drag. */
function dropPoint({ bounds: from }: Element, { bounds: to }: Element): string {
  const share = (start: number, end: number): number => (start < end - 1 ? 0.8 : start > end + 1 ? 0.2 : 0.5);
  const x = to.x + to.width * share(from.x, to.x);
  const y = to.y + to.height * share(from.y, to.y);
  return `${Math.round(x)},${Math.round(y)}`;
}

/** The item at a position of the list of an element. */
function listItemAt({ screen: { turn } }: Step, element: Element, position: number): Element {
  const isAligned = ({ role, bounds, list }: Element): boolean =>
    role === element.role &&
    Math.abs(bounds.x - element.bounds.x) < 4 &&
    (element.list && list
      ? list.container === element.list.container
      : Math.abs(bounds.height - element.bounds.height) < 4);
  const items = turn.observation.elements
    .filter(isAligned)
    .sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const item = itemAt(items, position);
  if (!item) throw ambiguous(`position ${position}`, items);
  return item;
}
