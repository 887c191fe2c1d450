import type { View } from '../core/view.js';

/** The window in use, of a screen that has several. */
export function windowIn(view: View | undefined): string | undefined {
  return view?.tabs?.find(({ active }) => active)?.id;
}

/** Elements of other windows are said to be: by the title of theirs. */
export function onlyWindowInUse(view: View): View {
  const others = new Set((view.tabs ?? []).filter(({ active }) => !active).map(({ title, url }) => title || url));
  return { ...view, elements: view.elements.filter(({ frame }) => frame === undefined || !others.has(frame)) };
}
