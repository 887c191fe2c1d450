import type { Observation } from '../core/observation.js';
import { diffViews } from '../perception/diff/diff-views.js';
import { keepActiveWindow } from './active-window.js';
import { type ObserveOptions, toPicture, toViewRequest } from './observe-options.js';
import { addObservation, type SessionState } from './session-state.js';

/** Captures a view and renders it, with the changes since the last view of the whole screen. */
export async function observe(state: SessionState, options: ObserveOptions): Promise<Observation> {
  const request = toViewRequest(options);
  const captured = await state.environment.captureView(request, options.signal);
  const view = options.windowOnly ? keepActiveWindow(captured) : captured;
  const isWhole = !request.find && !request.inside && !request.region && !options.windowOnly;
  const background = view.backgroundChanges ?? [];
  const changes =
    isWhole && state.lastView ? [...diffViews(state.lastView, view, new Set()), ...background] : background;
  if (isWhole) state.lastView = view;
  const observation = addObservation(state, view, options, changes, request);
  // A page that does not respond has no picture. The text already reports that.
  if (view.picture) observation.image = await toPicture(view.picture, options, view);
  state.events.emit('observation', observation);
  return observation;
}
