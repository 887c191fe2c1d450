import type { Element, ElementId } from '../../core/element.js';
import type { Observation } from '../../core/observation.js';
import type { View } from '../../core/view.js';
import { splitCovered } from '../../perception/ui-map/covered-elements.js';
import { findKnownElements } from '../../perception/ui-map/known-elements.js';
import { goneLine, unchangedLine } from '../../perception/ui-map/known-line.js';
import { renderMap } from '../../perception/ui-map/render-map.js';
import { sourceOf } from '../../session/to-observation.js';

/** Prints maps for one reader, who remembers the last one. */
export interface MapPrinter {
  /**
   * The text of an observation of the whole screen. Elements that the last printed map contained are one line, unless `full` is set.
   * An observation of a part of the screen is printed as it is. `tabs: false` omits the list of tabs and shows all ids: the reader sees
   * several pages and acts by id. Else the map of a page is compact and has at most `budget` tokens.
   */
  print(observation: Observation, options?: PrintOptions): string;
  /** Notes that an answer printed elements of the page: those whose id it contains in brackets, or that it lists by name. The next map omits them. */
  note(observation: Observation, text: string): void;
  /** Notes which page is shown now, printed or not. */
  see(observation: Observation): void;
  /** The element that an id means now: on a new page, the elements of menus that were printed as unchanged keep their ids. */
  currentId(id: ElementId): ElementId;
}

export interface PrintOptions {
  full?: boolean;
  tabs?: boolean;
  budget?: number;
}

/** `fullHint`: how the reader requests the whole map. */
export function createMapPrinter(fullHint: string): MapPrinter {
  let last: PrintedMap | undefined;
  /** The last map of each page and tab. */
  const printed = new Map<string, PrintedMap>();
  const remember = (map: PrintedMap): void => {
    last = map;
    const { sceneId } = map.view;
    if (sceneId === undefined) return;
    printed.delete(sceneId);
    printed.set(sceneId, map);
    const [oldest] = printed.size > maxRemembered ? printed.keys() : [];
    if (oldest !== undefined) printed.delete(oldest);
  };
  let successors: ReadonlyMap<ElementId, ElementId> = new Map();
  let shownSceneId: string | undefined;
  /** The tabs that the reader knows. */
  let listedTabs = '';

  return {
    print(observation, { full = false, tabs = true, budget = unlimited } = {}) {
      const source = sourceOf(observation);
      if (!source || isPartial(source.request)) return observation.text;
      const { mask } = source;
      const compact = !full && tabs && source.view.app === undefined && !source.options.coordinates;
      const options = compact ? { ...source.options, budget: Math.min(budget, source.options.budget) } : source.options;
      const ids = idsOf(source.view.tabs);
      const hidesTabs = ids !== '' && (!tabs || (!full && ids === listedTabs));
      if (tabs) listedTabs = ids;
      const view = hidesTabs ? { ...source.view, tabs: undefined } : source.view;
      const before = printed.get(view.sceneId ?? '') ?? last;
      const known =
        full || !before || omitsMore(before, view, options.budget) ? undefined : findKnownElements(before.view, view);
      if (before?.view.sceneId !== view.sceneId) successors = follow(successors, known?.successors ?? new Map());
      const elements = view.elements.filter(({ id }) => !known?.unchanged.has(id));
      const { text, truncated } =
        known || hidesTabs || compact
          ? renderMap({ ...view, elements }, { ...options, compact, all: view.elements })
          : observation;
      // Elements that the map only counted, because a layer covers them, are printed when they can be used.
      const { front } = splitCovered(view.elements, view.app !== undefined);
      remember({ view: { ...view, elements: [...front] }, budget: options.budget, isComplete: truncated === 0 });
      if (!known) return mask(text);
      return mask(
        [text, goneLine(known), `${unchangedLine(view.elements, known)}; ${fullHint} lists them`]
          .filter((line) => line !== undefined)
          .join('\n'),
      );
    },
    note(observation, text) {
      const view = sourceOf(observation)?.view;
      const before = printed.get(view?.sceneId ?? '');
      if (!view || !before) return;
      const lines = text.split('\n').filter((line) => !line.startsWith('focus:'));
      const ids = new Set(lines.flatMap((line) => line.match(/(?<=\[)el_\d+(?=\])/g) ?? []));
      const appeared = text.slice(text.indexOf('\nappeared:\n') + 1);
      const isShown = ({ id, name, interactive }: Element): boolean =>
        ids.has(id) ||
        (interactive && name !== '' && appeared.startsWith('appeared:') && appeared.includes(`"${name}"`));
      const shown = view.elements.filter(isShown);
      const shownIds = new Set(shown.map(({ id }) => id));
      const kept = before.view.elements.filter(({ id }) => !shownIds.has(id));
      remember({ ...before, view: { ...before.view, elements: [...kept, ...shown] } });
    },
    see(observation) {
      shownSceneId = sourceOf(observation)?.view.sceneId;
    },
    currentId: (id) => (shownSceneId === last?.view.sceneId ? (successors.get(id) ?? id) : id),
  };
}

function idsOf(tabs: View['tabs'] = []): string {
  return tabs.map(({ id }) => id).join();
}

const unlimited = Number.POSITIVE_INFINITY;
/** The reader may return to so many pages. */
const maxRemembered = 20;

interface PrintedMap {
  view: View;
  budget: number;
  /** No element was omitted or folded. */
  isComplete: boolean;
}

/** Whether the last map of this document had to omit elements for which there is room now. */
function omitsMore({ view, budget, isComplete }: PrintedMap, now: View, budgetNow: number): boolean {
  return !isComplete && view.sceneId === now.sceneId && budget < budgetNow;
}

function isPartial({ find, inside, region }: { find?: unknown; inside?: unknown; region?: unknown }): boolean {
  return find !== undefined || inside !== undefined || region !== undefined;
}

/** Ids of earlier pages lead to the elements of the new page, as far as these were repeated on every page between. */
function follow(
  earlier: ReadonlyMap<ElementId, ElementId>,
  next: ReadonlyMap<ElementId, ElementId>,
): Map<ElementId, ElementId> {
  const all = new Map(next);
  for (const [id, previous] of earlier) {
    const current = next.get(previous);
    if (current !== undefined && current !== id) all.set(id, current);
  }
  return all;
}
