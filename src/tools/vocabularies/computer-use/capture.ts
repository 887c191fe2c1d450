import type { Element } from '../../../core/element.js';
import type { Observation } from '../../../core/observation.js';
import { isBlankCell } from '../../../perception/ui-map/blank-cells.js';
import { withKeysForDialogs } from '../../builtin/answer-dialog.js';
import type { ToolContext } from '../../context.js';
import type { CaptureMode } from './schema.js';

const usualElements = 100;
const mostElements = 1_000;
const longestLabel = 120;
/** Tokens of the element list. */
const listBudget = 2_000;

export interface CaptureOptions {
  mode?: CaptureMode | undefined;
  max_elements?: unknown;
  /** Only the window in use. */
  windowOnly?: boolean;
}

/** Anything but a whole number from 1 up is taken as the usual number. */
function readMost(given: unknown): number {
  const isCount = typeof given === 'number' && Number.isInteger(given) && given >= 1;
  return isCount ? Math.min(given, mostElements) : usualElements;
}

/** What is on the screen: as a picture with numbers and the list, as a plain picture, or as the list alone. */
export async function capture(
  { mode: asked, max_elements, windowOnly = false }: CaptureOptions,
  context: ToolContext,
): Promise<Record<string, unknown>> {
  const mode = asked ?? 'som';
  const seen = await look(mode, windowOnly, context);
  if (seen.image) context.show(seen.image);
  const { width, height } = seen.screen;
  const title = seen.title ?? '';
  const interactive = seen.elements.filter((element) => element.interactive);
  const total = interactive.length + (seen.total - seen.elements.length);
  // A picture stands for the elements; without one they are told one by one.
  const elements = seen.image ? undefined : mostTelling(interactive, readMost(max_elements));
  const truncated = elements ? total - elements.length : 0;
  const app = seen.app ?? (title || (seen.url ?? ''));
  const summary = [
    `capture mode=${mode} ${width}x${height} app=${app} window='${title}'`,
    ...otherWindows(seen, context),
    ...(mode === 'vision' ? [] : [`${total} interactable element(s):`, withKeysForDialogs(seen.text)]),
    ...(truncated > 0 ? [`... +${truncated} more (raise max_elements, or scroll)`] : []),
    ...(mode === 'ax' || seen.image ? [] : ['The screen could not be drawn: there is no picture.']),
  ].join('\n');
  context.say(summary);
  return {
    mode,
    width,
    height,
    app,
    window_title: title,
    ...(elements ? { elements: elements.map(toEntry) } : {}),
    total_elements: total,
    summary,
    ...(truncated > 0 ? { truncated_elements: truncated } : {}),
  };
}

/** As many as asked for. Of a sheet those cells first in which something stands. */
function mostTelling(elements: readonly Element[], most: number): readonly Element[] {
  if (elements.length <= most) return elements;
  return [...elements.filter((one) => !isBlankCell(one)), ...elements.filter(isBlankCell)].slice(0, most);
}

/** The windows of a desktop that are not in use, for `app`. */
function otherWindows({ tabs = [] }: Observation, { isPage }: ToolContext): string[] {
  const others = tabs.filter(({ active }) => !active).map(({ title, url }) => `'${title}' (${url})`);
  return isPage || others.length === 0 ? [] : [`other windows: ${others.join(', ')}`];
}

/** One pixel of the picture is one of the screen, whatever the display: `coordinate` is read off the picture. */
async function look(mode: CaptureMode, windowOnly: boolean, { observe }: ToolContext): Promise<Observation> {
  const budget = mode === 'vision' ? 1 : listBudget;
  const list = { budget, places: true, ...(windowOnly ? { windowOnly } : {}) };
  if (mode === 'ax') return observe(list);
  const picture = mode === 'som' ? ('marks' as const) : ('plain' as const);
  const seen = await observe({ ...list, picture });
  if (!seen.image || seen.image.size.width === seen.screen.width) return seen;
  return observe({ ...list, picture, pictureAs: { size: seen.screen } });
}

function toEntry({ id, role, name, value, states, bounds }: Element): Record<string, unknown> {
  const { x, y, width, height } = bounds;
  const isPlaced = width > 0 && height > 0;
  return {
    index: Number(id.slice('el_'.length)),
    role,
    label: name.slice(0, longestLabel),
    ...(name.length > longestLabel ? { label_truncated: true } : {}),
    ...(value === undefined ? {} : { value: value.slice(0, longestLabel) }),
    ...(states.length > 0 ? { states } : {}),
    bounds: isPlaced ? [x, y, width, height].map(Math.round) : null,
  };
}
