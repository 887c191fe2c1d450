import type { Change } from '../core/change.js';
import type { Observation } from '../core/observation.js';
import type { View, ViewRequest } from '../core/view.js';
import { renderMap, type UiMap } from '../perception/ui-map/render-map.js';
import type { RenderOptions } from './observe-options.js';

const defaultBudgetTokens = 2_000;

/** How an observation was captured and rendered. */
interface ObservationSource {
  view: View;
  request: ViewRequest;
  options: Required<RenderOptions>;
  /** Masks the secrets of the session in a text. */
  mask(text: string): string;
}

const sources = new WeakMap<Observation, ObservationSource>();

/** Where an observation comes from, for a door that renders only a part of it. */
export function sourceOf(observation: Observation): ObservationSource | undefined {
  return sources.get(observation);
}

/** Renders a view as an observation within a token budget. */
export function toObservation(
  id: number,
  view: View,
  { budget = defaultBudgetTokens, coordinates = true }: RenderOptions,
  changes?: Change[],
  request: ViewRequest = {},
  mask: (text: string) => string = (text) => text,
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
      return mask(rendered().text);
    },
  };
  if (view.url !== undefined) observation.url = view.url;
  if (view.title !== undefined) observation.title = view.title;
  if (view.app !== undefined) observation.app = view.app;
  if (view.tabs) observation.tabs = view.tabs;
  if (view.scroll) observation.scroll = view.scroll;
  if (view.modal) observation.modal = view.modal;
  if (changes) observation.changes = changes;
  sources.set(observation, { view, request, options: { budget, coordinates }, mask });
  return observation;
}
