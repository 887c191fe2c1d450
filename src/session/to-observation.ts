import type { Change } from '../core/change.js';
import type { Observation } from '../core/observation.js';
import type { View, ViewRequest } from '../core/view.js';
import { renderMap, type UiMap } from '../perception/ui-map/ui-map.js';
import type { RenderOptions } from './observe-options.js';

const defaultBudget = 2_000;

/** A view as it is told, in a budget of tokens. */
export function toObservation(
  id: number,
  view: View,
  { budget = defaultBudget, coordinates = true }: RenderOptions,
  changes?: Change[],
  look: ViewRequest = {},
): Observation {
  // Whoever acts again without reading need not wait for the text.
  let map: UiMap | undefined;
  const rendered = (): UiMap => {
    map ??= renderMap(view, { budget, look, coordinates });
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
