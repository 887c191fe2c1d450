import type { Element } from '../../../core/element.js';
import type { Observation } from '../../../core/observation.js';
import { isBlankCell } from '../../../perception/ui-map/blank-cells.js';
import { withDialogKeys } from '../../answer-dialog.js';
import type { ToolContext } from '../../context.js';
import type { CaptureMode } from './schema.js';

const defaultMaxElements = 100;
const maxElementsLimit = 1_000;
const maxLabelLength = 120;
const listBudgetTokens = 2_000;

export interface CaptureOptions {
  mode?: CaptureMode | undefined;
  max_elements?: unknown;
  /** The label of the captured screen. Default: the active program or page. */
  label?: string | undefined;
  /** Only the active window. */
  windowOnly?: boolean;
}

/** Invalid numbers become the default. */
function readMaxElements(given: unknown): number {
  const isCount = typeof given === 'number' && Number.isInteger(given) && given >= 1;
  return isCount ? Math.min(given, maxElementsLimit) : defaultMaxElements;
}

/** Captures the screen as a marked picture with the element list, as a plain picture, or as the list only. */
export async function capture(
  { mode: requestedMode, max_elements, label, windowOnly = false }: CaptureOptions,
  context: ToolContext,
): Promise<Record<string, unknown>> {
  const mode = requestedMode ?? 'som';
  const observation = await observeScreen(mode, windowOnly, context);
  if (observation.image) context.attachPicture(observation.image);
  const { width, height } = observation.screen;
  const title = observation.title ?? '';
  const interactive = observation.elements.filter((element) => element.interactive);
  const total = interactive.length + (observation.total - observation.elements.length);
  // A marked picture replaces the element entries.
  const elements = observation.image ? undefined : prioritize(interactive, readMaxElements(max_elements));
  if (elements) context.show(elements);
  const truncated = elements ? total - elements.length : 0;
  const app = label ?? observation.app ?? (title || (observation.url ?? ''));
  const summary = [
    `capture mode=${mode} ${width}x${height} app=${app}${label === undefined ? ` window='${title}'` : ''}`,
    ...formatOtherWindows(observation, context),
    ...(mode === 'vision' ? [] : [`${total} interactable element(s):`, withDialogKeys(observation.text)]),
    ...(truncated > 0 ? [`... +${truncated} more (raise max_elements, or scroll)`] : []),
    ...(mode === 'ax' || observation.image ? [] : ['The screen could not be captured: there is no picture.']),
  ].join('\n');
  context.report(summary);
  return {
    mode,
    width,
    height,
    app,
    window_title: label === undefined ? title : '',
    ...(elements ? { elements: elements.map(toEntry) } : {}),
    total_elements: total,
    summary,
    ...(truncated > 0 ? { truncated_elements: truncated } : {}),
  };
}

/** The first elements up to the limit. Non-empty spreadsheet cells come first. */
function prioritize(elements: readonly Element[], maxCount: number): readonly Element[] {
  if (elements.length <= maxCount) return elements;
  return [...elements.filter((one) => !isBlankCell(one)), ...elements.filter(isBlankCell)].slice(0, maxCount);
}

/** The inactive windows of a desktop. */
function formatOtherWindows({ tabs = [] }: Observation, { isPage }: ToolContext): string[] {
  const others = tabs.filter(({ active }) => !active).map(({ title, url }) => `'${title}' (${url})`);
  return isPage || others.length === 0 ? [] : [`other windows: ${others.join(', ')}`];
}

/** Scales the picture so that one picture pixel is one screen pixel: callers read `coordinate` from the picture. */
async function observeScreen(mode: CaptureMode, windowOnly: boolean, { observe }: ToolContext): Promise<Observation> {
  const budget = mode === 'vision' ? 1 : listBudgetTokens;
  const list = { budget, coordinates: true, windowOnly };
  if (mode === 'ax') return observe(list);
  const picture = mode === 'som' ? ('marks' as const) : ('plain' as const);
  const observation = await observe({ ...list, picture });
  if (!observation.image || observation.image.size.width === observation.screen.width) return observation;
  return observe({ ...list, picture, pictureAs: { size: observation.screen } });
}

function toEntry({ id, role, name, value, states, bounds }: Element): Record<string, unknown> {
  const { x, y, width, height } = bounds;
  const isPlaced = width > 0 && height > 0;
  return {
    index: Number(id.slice('el_'.length)),
    role,
    label: name.slice(0, maxLabelLength),
    ...(name.length > maxLabelLength ? { label_truncated: true } : {}),
    ...(value === undefined ? {} : { value: value.slice(0, maxLabelLength) }),
    ...(states.length > 0 ? { states } : {}),
    bounds: isPlaced ? [x, y, width, height].map(Math.round) : null,
  };
}
