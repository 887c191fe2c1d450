/**
 * What every page of the trial uses. The server sends this function to the browser as text, so it uses nothing from outside.
 * @param {string} task
 * @typedef {ReturnType<typeof createKit>} Kit
 */
export function createKit(task) {
  /** The name of each element whose press is reported. @type {WeakMap<EventTarget, string>} */
  const pressNames = new WeakMap();
  /** @type {{ name: string, element: Element, x?: number, y?: number }[]} */
  const places = [];

  /** @type {object[]} */
  let queue = [];
  /** Sends the reports of one moment together, so that a press costs one request. */
  const report = (/** @type {object} */ content) => {
    queue.push({ task, ...content });
    if (queue.length > 1) return;
    setTimeout(flush, 0);
  };
  const flush = () => {
    if (queue.length > 0) navigator.sendBeacon('/log', JSON.stringify(queue));
    queue = [];
  };
  addEventListener('pagehide', flush);

  /** Reports where elements are that an oracle clicks by coordinates, as a model that looks at the picture would know it. */
  const reportPlaces = () => {
    for (const known of places) {
      const box = known.element.getBoundingClientRect();
      const x = Math.round(box.x + box.width / 2);
      const y = Math.round(box.y + box.height / 2);
      if (box.width === 0 || (known.x === x && known.y === y)) continue;
      Object.assign(known, { x, y });
      report({ kind: 'place', name: known.name, x, y });
    }
  };
  addEventListener('load', reportPlaces);
  addEventListener('scroll', () => setTimeout(reportPlaces, 100), true);
  new MutationObserver(() => setTimeout(reportPlaces, 100)).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
  });

  addEventListener(
    'click',
    (event) => {
      const element = event.composedPath().find((target) => pressNames.has(target));
      if (element) report({ kind: 'press', name: pressNames.get(element) });
    },
    true,
  );

  const fillIn = (
    /** @type {Element} */ element,
    /** @type {Record<string, any>} */ properties,
    /** @type {any[]} */ children,
  ) => {
    for (const [name, value] of Object.entries(properties)) {
      if (value === undefined || value === false) continue;
      if (name === 'press') pressNames.set(element, value);
      else if (name === 'place') places.push({ name: value, element });
      else if (typeof value === 'function') element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat(2).filter((child) => child !== undefined));
    return element;
  };

  return {
    root: document.body,
    /** The part of the address after /t/<id>/, for tasks of several pages. */
    path: location.pathname.split('/').slice(3).join('/'),
    /** Creates an element. `press` names its press in the log, `place` reports its position, functions are listeners. */
    h: (
      /** @type {string} */ tag,
      /** @type {Record<string, any>} */ properties = {},
      /** @type {any[]} */ ...children
    ) => fillIn(document.createElement(tag), properties, children),
    svg: (
      /** @type {string} */ tag,
      /** @type {Record<string, any>} */ properties = {},
      /** @type {any[]} */ ...children
    ) => fillIn(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children),
    /** Reports what the user did. The last result decides whether the task is solved. */
    result: (/** @type {unknown} */ value) => report({ kind: 'result', value }),
    /** Reports a press on something that is no element, such as a part of a canvas. */
    press: (/** @type {string} */ name) => report({ kind: 'press', name }),
    /** Reports the position of something that is no element. */
    place: (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) =>
      addEventListener('load', () => report({ kind: 'place', name, x, y })),
    /** Adds CSS. */
    style: (/** @type {string} */ text) => {
      const element = document.createElement('style');
      element.textContent = text;
      document.head.append(element);
    },
  };
}
