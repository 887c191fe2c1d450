import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import { itemAt } from '../../single.js';

type Drag = InstructionOf<'drag' | 'drag_to_position' | 'drag_in_grid'>;

/** Drags an element onto another, or to a position in its list or grid. */
export async function* dragElement(state: ExecutionState, instruction: Drag): Execution {
  const source = yield* waitForTarget(state, instruction.source, 'drag');
  const target =
    instruction.kind === 'drag'
      ? yield* waitForTarget(state, instruction.target, 'drag')
      : dropTarget(state, source.element, instruction);
  const where = instruction.kind === 'drag' ? instruction.target : target.why;
  if (source.element.id === target.element.id) return;
  const before = layoutOf(state);
  yield* performCall(
    state,
    instruction.clause,
    `${describeMatch(instruction.source, source)} ${describeMatch(where, target)}`,
    {
      tool: 'drag',
      input: {
        source: source.element.id,
        target: instruction.kind === 'drag' ? target.element.id : dropPoint(source.element, target.element),
      },
    },
  );
  if (instruction.kind === 'drag_in_grid' && !hasArrived(state, source.element, target.element))
    throw new HandrailError(
      'expectation_failed',
      `"${instruction.clause}": ${source.element.id} "${source.element.name}" was dragged, and is not at the target position.`,
      'Check its position before you drag it again.',
    );
  if (await waitUntil(state, () => layoutOf(state) !== before || undefined, dropMs)) return;
  throw new HandrailError(
    'expectation_failed',
    `"${instruction.clause}": ${source.element.id} "${source.element.name}" was dragged, and nothing on the page changed.`,
    'Check that it can be dragged, or state in the task which control moves it.',
  );
}

/** The time that a page gets to show a drop. */
const dropMs = 1_000;

/** What the page shows and where. Focus and scrolling are no effects of a drop. */
function layoutOf({ turn: { observation } }: ExecutionState): string {
  const { x, y } = observation.scroll ?? { x: 0, y: 0 };
  const shown = observation.elements.map(({ id, name, value, text, bounds, states }) => [
    id,
    name,
    value,
    text,
    Math.round(bounds.x + x),
    Math.round(bounds.y + y),
    states.filter((one) => one !== 'focused' && one !== 'offscreen'),
  ]);
  return JSON.stringify([observation.url, shown]);
}

/** Whether the element is at the position of the drop target. */
function hasArrived(state: ExecutionState, source: Element, { bounds }: Element): boolean {
  const now = state.turn.observation.elements.find(({ id }) => id === source.id);
  if (!now) return true;
  return (
    Math.abs(now.bounds.x - bounds.x) < source.bounds.width / 2 &&
    Math.abs(now.bounds.y - bounds.y) < Math.max(8, source.bounds.height / 2)
  );
}

/** The drop point: past the middle of the drop target, in the direction of the drag. */
function dropPoint({ bounds: from }: Element, { bounds: to }: Element): string {
  const isDown = from.y < to.y - 1;
  const isUp = from.y > to.y + 1;
  const isRight = from.x < to.x - 1;
  const isLeft = from.x > to.x + 1;
  const x = to.x + to.width * (isRight ? 0.8 : isLeft ? 0.2 : 0.5);
  const y = to.y + to.height * (isDown ? 0.8 : isUp ? 0.2 : 0.5);
  return `${Math.round(x)},${Math.round(y)}`;
}

function dropTarget(state: ExecutionState, element: Element, instruction: Exclude<Drag, { kind: 'drag' }>): Match {
  if (instruction.kind === 'drag_to_position')
    return {
      element: listItemAt(state, element, instruction.position),
      why: `position ${instruction.position}`,
    };
  const rows = gridOf(state, element);
  const cell =
    instruction.by === 0
      ? gridCell(rows, instruction.direction)
      : neighbour(rows, element, instruction.direction, instruction.by);
  if (!cell) throw notFound(instruction.clause, []);
  return { element: { ...cell, bounds: cellBounds(cell, rows) }, why: instruction.direction };
}

/** The bounds of a grid cell. Its text is at the top; the cell extends almost to the next row. */
function cellBounds({ bounds }: Element, rows: readonly Element[][]): Element['bounds'] {
  const tops = rows.map(([first]) => first?.bounds.y ?? 0);
  const gaps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
  if (gaps.length === 0) return bounds;
  return { ...bounds, height: Math.max(bounds.height, Math.min(...gaps, bounds.height * 8) - 8) };
}

/** The elements of the same role and size, row by row. */
function gridOf(state: ExecutionState, { role, bounds: own }: Element): Element[][] {
  const similar = state.turn.observation.elements
    .filter(
      (element) =>
        element.role === role &&
        Math.abs(element.bounds.height - own.height) < 4 &&
        Math.abs(element.bounds.width - own.width) < 4,
    )
    .sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const rows: Element[][] = [];
  for (const element of similar) {
    const row = rows.at(-1);
    if (row?.[0] && Math.abs(row[0].bounds.y - element.bounds.y) < own.height / 2) row.push(element);
    else rows.push([element]);
  }
  return rows.map((row) => row.sort((one, other) => one.bounds.x - other.bounds.x));
}

function neighbour(rows: readonly Element[][], element: Element, direction: string, by: number): Element | undefined {
  const row = rows.findIndex((one) => one.includes(element));
  const column = rows[row]?.indexOf(element) ?? -1;
  if (row === -1 || column === -1) return undefined;
  const at = direction === 'up' ? [row - by, column] : direction === 'down' ? [row + by, column] : undefined;
  if (at) return at[0] !== undefined && at[0] >= 0 ? rows[at[0]]?.[column] : undefined;
  const next = column + (direction === 'right' ? by : -by);
  return next >= 0 ? rows[row]?.[next] : undefined;
}

/** "top left", "center": a cell of the grid. */
function gridCell(rows: readonly Element[][], direction: string): Element | undefined {
  const [first = '', second = first] = direction.split(/\s+/u);
  const cell = (word: string, count: number): number =>
    /^(?:top|left)$/u.test(word) ? 0 : /^(?:bottom|right)$/u.test(word) ? count - 1 : Math.floor(count / 2);
  const row = rows[cell(first, rows.length)];
  return row?.[cell(second, row.length)];
}

function listItemAt(state: ExecutionState, element: Element, position: number): Element {
  const { elements } = state.turn.observation;
  const similar = elements.filter(({ role, bounds, list }) => {
    if (element.list && list)
      return (
        list.container === element.list.container && role === element.role && Math.abs(bounds.x - element.bounds.x) < 4
      );
    return (
      role === element.role &&
      Math.abs(bounds.height - element.bounds.height) < 4 &&
      Math.abs(bounds.x - element.bounds.x) < 4
    );
  });
  const rows = similar.sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const cell = itemAt(rows, position);
  if (!cell) throw ambiguous(`position ${position}`, rows);
  return cell;
}
