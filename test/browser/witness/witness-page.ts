/**
 * The script that makes a page its own witness. It tells the server, over a socket that is no request and touches no node, what its
 * handlers did and, when asked, what state the document is in. It adds no listener that an input event could reach.
 */
function witnessScript(key: string): string {
  return `<script data-ambient>(() => {
  const socket = new WebSocket('ws://' + location.host + '/witness?key=${encodeURIComponent(key)}');
  const waiting = [];
  const tell = (message) => socket.readyState === 1 ? socket.send(JSON.stringify(message)) : waiting.push(message);
  socket.onopen = () => { for (const message of waiting.splice(0)) tell(message); };
  socket.onmessage = ({ data }) => tell({ answer: data, state: state() });
  const roots = window.witnessedRoots = [];
  window.did = (what, detail) => tell({ did: String(what), detail, at: performance.timeOrigin + performance.now() });
  function* all(root) {
    for (const element of root.querySelectorAll('*')) {
      if (element.closest('[data-ambient], head')) continue;
      yield element;
      const inner = element.shadowRoot ?? roots.find((one) => one.host === element);
      if (inner) yield* all(inner);
    }
  }
  function state() {
    const lines = [location.href, window.titleIsAmbient ? '' : document.title];
    for (const element of [document.documentElement, ...all(document)]) {
      const style = getComputedStyle(element);
      const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('|');
      lines.push(JSON.stringify([
        element.tagName, element.id, [...element.attributes].map((one) => one.name + '=' + one.value), own,
        element.value, element.checked, element.open, element.files?.length,
        element.selectedOptions && [...element.selectedOptions].map((one) => one.index),
        Math.round(element.scrollLeft), Math.round(element.scrollTop),
        style.display === 'none', style.visibility, Number(style.opacity) > 0,
        element.tagName === 'CANVAS' ? element.toDataURL() : '',
      ]));
    }
    return lines;
  }
})();</script>`;
}

/** A whole page with the witness in it. */
export function witnessedPage(key: string, body: string, title = key): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 sans-serif;margin:16px}</style>${witnessScript(key)}</head><body>${body}</body></html>`;
}
