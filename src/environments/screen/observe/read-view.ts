import type { View, ViewRequest } from '../../../core/view.js';
import type { ScreenEnvironmentState } from '../state.js';
import { toView } from './to-view.js';
import { toTreeRequest } from './tree-request.js';

/** Reads windows and elements, without a picture. A view of the whole screen also updates `state.layout`. */
export async function readView(
  state: ScreenEnvironmentState,
  request: ViewRequest,
  signal?: AbortSignal,
): Promise<View> {
  const { reader, ids, windows, isScoped } = state;
  const [size, all] = await Promise.all([reader.size(signal), reader.windows(signal)]);
  if (state.size && (state.size.width !== size.width || state.size.height !== size.height))
    state.backgroundChanges.push({
      kind: 'text',
      text: `The screen size changed from ${state.size.width}×${state.size.height} to ${size.width}×${size.height}.`,
    });
  state.size = size;
  const scopedWindows = windows.update(all);
  const current = windows.current();
  const tree = await reader.tree(toTreeRequest(request, scopedWindows, current, ids), signal);
  // A scoped environment ignores the windows of other programs, also those in front.
  const visible = isScoped ? all.filter((window) => scopedWindows.includes(window)) : all;
  const view = toView({ size, windows: visible, scopedWindows, tree }, ids, windows, request);
  if (isWholeScreen(request))
    state.layout = {
      size,
      windows: all,
      scopedWindows,
      isScoped,
      nodes: new Map(tree.nodes.map((node) => [node.key, node])),
      isPartial: tree.dropped > 0 || tree.incomplete !== undefined,
      ids,
      current: windows.current(),
    };
  return view;
}

export function isWholeScreen({ find, inside, region }: ViewRequest): boolean {
  return find === undefined && !inside && !region;
}
