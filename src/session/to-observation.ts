import type { Change } from '../core/change.js';
import type { Observation } from '../core/observation.js';
import type { View, ViewRequest } from '../core/view.js';
import { renderMap, type UiMap } from '../perception/ui-map/render-map.js';
import type { RenderOptions } from './observe-options.js';

const defaultBudgetTokens = 2_000;

/** Renders a view as an observation within a token budget. */
export function toObservation(
  id: number,
  view: View,
  { budget = defaultBudgetTokens, coordinates = true }: RenderOptions,
  changes?: Change[],
  request: ViewRequest = {},
): Observation {
  // Rendered on first use: a caller that does not read the text does not pay for it.
  let map: UiMap | undefined;
  const rendered = (): UiMap => {
    map ??= renderMap(view, { budget, request: request, coordinates });
    return map;
  };
  const observation: Observation = {
    id,
    at: new Date().toISOString(),
    screen: view.screen,
    elements: view.elements,
    total: view.elements.length + view.dropped,
    get truncated() {
      return rendered().truncated;
    },
    get text() {
      return rendered().text;
    },
  };
  if (view.url !== undefined) observation.url = view.url;
  if (view.title !== undefined) observation.title = view.title;
  if (view.app !== undefined) observation.app = view.app;
  if (view.tabs) observation.tabs = view.tabs;
  if (view.scroll) observation.scroll = view.scroll;
  if (view.modal) observation.modal = view.modal;
  if (changes) observation.changes = changes;
  return observation;
}
