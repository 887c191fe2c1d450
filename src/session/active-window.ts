import type { View } from '../core/view.js';

/** The id of the active tab or window. */
export function activeWindowId(view: View | undefined): string | undefined {
  return view?.tabs?.find(({ active }) => active)?.id;
}

/** Removes the elements of inactive windows. An element of another window carries that window's title in `frame`. */
export function keepActiveWindow(view: View): View {
  const inactive = new Set((view.tabs ?? []).filter(({ active }) => !active).map(({ title, url }) => title || url));
  return { ...view, elements: view.elements.filter(({ frame }) => frame === undefined || !inactive.has(frame)) };
}
