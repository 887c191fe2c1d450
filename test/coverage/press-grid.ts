/** Runs in the page before its own scripts: the log of the presses that the page registers. */
export const pressLog = `<script>
  window.pressed = [];
  window.press = (key) => window.pressed.push(key);
</script>`;

/**
 * Presses every point of a grid with events of its own, inside frames and shadow roots too, and returns the points that each key of the log
 * was registered at. It shares no code with the collector. The page keeps closed roots in \`closedRoots\`.
 */
export const pressGrid = `(() => {
  const stepPixels = 6;
  const points = {};
  const rootsIn = new Map((window.closedRoots ?? []).map((root) => [root.host, root]));
  const deepest = (doc, x, y) => {
    let hit = doc.elementFromPoint(x, y);
    for (;;) {
      const root = hit && (hit.shadowRoot ?? rootsIn.get(hit));
      const inner = root && root.elementFromPoint(x, y);
      if (!inner || inner === hit) return hit;
      hit = inner;
    }
  };
  const pressAll = (view, left, top) => {
    const width = Math.min(view.innerWidth, 640);
    const height = Math.min(view.innerHeight, 320);
    for (let y = 2; y < height; y += stepPixels) {
      for (let x = 2; x < width; x += stepPixels) {
        const hit = deepest(view.document, x, y);
        if (!hit) continue;
        window.pressed.length = 0;
        const at = { bubbles: true, composed: true, cancelable: true, clientX: x, clientY: y, view };
        for (const [type, Kind] of [['pointerdown', 'PointerEvent'], ['mousedown', 'MouseEvent'], ['pointerup', 'PointerEvent'], ['mouseup', 'MouseEvent'], ['click', 'MouseEvent']])
          hit.dispatchEvent(new view[Kind](type, at));
        for (const key of window.pressed) (points[key] ??= []).push([left + x, top + y]);
      }
    }
    for (const frame of view.document.querySelectorAll('iframe')) {
      const box = frame.getBoundingClientRect();
      pressAll(frame.contentWindow, left + box.left + frame.clientLeft, top + box.top + frame.clientTop);
    }
  };
  addEventListener('click', (event) => event.preventDefault(), true);
  pressAll(window, 0, 0);
  window.pressed.length = 0;
  return points;
})()`;
