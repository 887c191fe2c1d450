import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { find } from '../../resolver/find.js';
import { ambiguous, type Found, notFound, tell } from '../../resolver/target.js';

type Drag = Extract<Instruction, { do: 'drag' | 'drag_to_position' | 'drag_along' }>;

/** Drags one thing onto another, or to a place in its list or grid. */
export async function* drag(world: ExecutionState, step: Drag): Script {
  const source = yield* find(world, step.source, { kind: 'drag' });
  const target =
    step.do === 'drag' ? yield* find(world, step.target, { kind: 'drag' }) : placeFor(world, source.element, step);
  const where = step.do === 'drag' ? step.target : target.why;
  if (source.element.id === target.element.id) return;
  yield* perform(world, step.words, `${tell(step.source, source)} ${tell(where, target)}`, {
    tool: 'drag',
    input: {
      source: source.element.id,
      target: step.do === 'drag' ? target.element.id : farSide(source.element, target.element),
    },
  });
  if (step.do === 'drag_along' && !isThere(world, source.element, target.element))
    throw new HandrailError(
      'expectation_failed',
      `"${step.words}": ${source.element.id} "${source.element.name}" was dragged and did not come to stand there.`,
      'Look where it is now before dragging it again.',
    );
}

/** What was put into another's place stands there afterwards. */
function isThere(world: ExecutionState, source: Element, { bounds }: Element): boolean {
  const now = world.turn.observation.elements.find(({ id }) => id === source.id);
  if (!now) return true;
  return (
    Math.abs(now.bounds.x - bounds.x) < source.bounds.width / 2 &&
    Math.abs(now.bounds.y - bounds.y) < Math.max(8, source.bounds.height / 2)
  );
}

/** Where to let go so that the thing takes the place: past the middle of what is there, on its way. */
function farSide({ bounds: from }: Element, { bounds: to }: Element): string {
  const isDown = from.y < to.y - 1;
  const isUp = from.y > to.y + 1;
  const isRight = from.x < to.x - 1;
  const isLeft = from.x > to.x + 1;
  const x = to.x + to.width * (isRight ? 0.8 : isLeft ? 0.2 : 0.5);
  const y = to.y + to.height * (isDown ? 0.8 : isUp ? 0.2 : 0.5);
  return `${Math.round(x)},${Math.round(y)}`;
}

function placeFor(world: ExecutionState, element: Element, step: Exclude<Drag, { do: 'drag' }>): Found {
  if (step.do === 'drag_to_position')
    return {
      element: placeInList(world, element, step.position),
      score: 0.9,
      why: `position ${step.position}`,
    };
  const rows = gridOf(world, element);
  const place = step.by === 0 ? cell(rows, step.way) : neighbour(rows, element, step.way, step.by);
  if (!place) throw notFound(step.words, []);
  return { element: { ...place, bounds: boxOf(place, rows) }, score: 0.9, why: step.way };
}

/** Words stand at the top of what is dragged: its box reaches nearly to the next row. */
function boxOf({ bounds }: Element, rows: readonly Element[][]): Element['bounds'] {
  const tops = rows.map(([first]) => first?.bounds.y ?? 0);
  const gaps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
  if (gaps.length === 0) return bounds;
  return { ...bounds, height: Math.max(bounds.height, Math.min(...gaps, bounds.height * 8) - 8) };
}

/** The things of the same kind and size, row by row. */
function gridOf(world: ExecutionState, { role, bounds: own }: Element): Element[][] {
  const alike = world.turn.observation.elements
    .filter(
      (element) =>
        element.role === role &&
        Math.abs(element.bounds.height - own.height) < 4 &&
        Math.abs(element.bounds.width - own.width) < 4,
    )
    .sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const rows: Element[][] = [];
  for (const element of alike) {
    const row = rows.at(-1);
    if (row?.[0] && Math.abs(row[0].bounds.y - element.bounds.y) < own.height / 2) row.push(element);
    else rows.push([element]);
  }
  return rows.map((row) => row.sort((one, other) => one.bounds.x - other.bounds.x));
}

function neighbour(rows: readonly Element[][], element: Element, way: string, by: number): Element | undefined {
  const row = rows.findIndex((one) => one.includes(element));
  const column = rows[row]?.indexOf(element) ?? -1;
  if (row === -1 || column === -1) return undefined;
  const at = way === 'up' ? [row - by, column] : way === 'down' ? [row + by, column] : undefined;
  if (at) return at[0] !== undefined && at[0] >= 0 ? rows[at[0]]?.[column] : undefined;
  const next = column + (way === 'right' ? by : -by);
  return next >= 0 ? rows[row]?.[next] : undefined;
}

/** "top left", "center": a place of a grid. */
function cell(rows: readonly Element[][], way: string): Element | undefined {
  const [first = '', second = first] = way.split(/\s+/u);
  const place = (word: string, count: number): number =>
    /^(?:top|left)$/u.test(word) ? 0 : /^(?:bottom|right)$/u.test(word) ? count - 1 : Math.floor(count / 2);
  const row = rows[place(first, rows.length)];
  return row?.[place(second, row.length)];
}

function placeInList(world: ExecutionState, element: Element, position: number): Element {
  const { elements } = world.turn.observation;
  const alike = elements.filter(({ role, bounds, list }) => {
    if (element.list && list)
      return list.of === element.list.of && role === element.role && Math.abs(bounds.x - element.bounds.x) < 4;
    return (
      role === element.role &&
      Math.abs(bounds.height - element.bounds.height) < 4 &&
      Math.abs(bounds.x - element.bounds.x) < 4
    );
  });
  const rows = alike.sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const place = rows.at(position > 0 ? position - 1 : position);
  if (!place)
    throw ambiguous(
      `position ${position}`,
      rows.map((one) => ({ element: one, score: 1, why: '' })),
    );
  return place;
}
