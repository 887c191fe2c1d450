import type { PageCalls } from '../protocol.js';

let watched: Promise<boolean> | undefined;
let stop: () => void = () => undefined;

/** Watches whether the next move of the pointer starts a drag of the browser. */
export const watchDragStart: PageCalls['watchDragStart'] = () => {
  stop();
  let drag: DragEvent | undefined;
  let onMove: () => void = () => undefined;
  const onDragStart = (event: DragEvent) => {
    drag = event;
  };
  stop = () => {
    window.removeEventListener('mousemove', onMove, true);
    window.removeEventListener('dragstart', onDragStart, true);
  };
  watched = undefined;
  onMove = () => {
    // The browser starts the drag in the task of the move. A later task knows whether a script prevented it.
    watched ??= new Promise((resolve) => {
      setTimeout(() => resolve(drag !== undefined && !drag.defaultPrevented), 0);
    });
  };
  window.addEventListener('mousemove', onMove, true);
  window.addEventListener('dragstart', onDragStart, true);
};

/** Whether a drag started since `watchDragStart`. */
export const hasDragStarted: PageCalls['hasDragStarted'] = async () => {
  const started = (await watched) ?? false;
  stop();
  watched = undefined;
  return started;
};
