/** What a probe found on one element. */
export interface ProbeReport {
  /** The types of events that the element, or the path of the event, has listeners for, and the names of its handler properties. */
  types: Record<string, true>;
  /** Which of the sources belong to listeners around the element. */
  around?: number[];
  /** The element is the root of a framework: its listeners call the handlers of elements inside it. */
  isRoot?: boolean;
}

/** A listener around probed elements: its code, or the selector that it was registered with. */
export interface ListenerSource {
  code?: string;
  selector?: string;
}

export interface ProbeResult {
  reports: ProbeReport[];
  sources: ListenerSource[];
}

const maxSources = 60;
const maxCodeLength = 4_000;
/** Own properties of an element, and of an object in one of them. */
const maxProperties = 60;

/**
 * Reads what frameworks and libraries keep on elements: the handlers of React, Svelte and Solid, the selectors of jQuery. A framework that
 * listens on the root of the page leaves no listener on the element. Runs in the page's own world.
 */
const delegationReader = `
  const pressTypes = { __proto__: null, click: 1, mousedown: 1, mouseup: 1, pointerdown: 1, pointerup: 1 };
  const sources = [];
  const around = new WeakMap();
  const known = new WeakMap();
  const codeOf = Function.prototype.toString;
  const isHandler = (value) => typeof value === 'function' || (Array.isArray(value) && typeof value[0] === 'function');
  const eachValue = (owner, visit) => {
    const keys = Reflect.ownKeys(owner);
    for (let at = 0; at < keys.length && at < ${maxProperties}; at += 1) {
      const property = Reflect.getOwnPropertyDescriptor(owner, keys[at]);
      if (property && property.value) visit(keys[at], property.value);
    }
  };
  const pressKeys = { __proto__: null };
  for (const type in pressTypes) for (const prefix of ['', '__', '$$', 'on']) pressKeys[prefix + type] = 1;
  const readHandlers = (element, types) => {
    let hasPress = false;
    const note = (key, value) => {
      if (typeof key !== 'string' || !isHandler(value)) return;
      types[key] = true;
      hasPress ||= key.toLowerCase() in pressKeys;
    };
    eachValue(element, (key, value) => {
      note(key, value);
      if (typeof value === 'object' && !value.nodeType) eachValue(value, note);
    });
    return hasPress;
  };
  const handled = new WeakSet();
  const rootsOfHandlers = new WeakSet();
  const searched = new WeakSet();
  const hears = (node) => {
    const listeners = listenersOf(node);
    for (const type in pressTypes) if (listeners[type]) return true;
    return false;
  };
  /** The outermost element with a listener around an element with the handler of a framework is the framework's root. */
  const noteRoot = (path) => {
    if (searched.has(path[1])) return;
    searched.add(path[1]);
    for (let at = path.length - 1; at > 0; at -= 1) {
      const node = path[at];
      if (node.nodeType !== 1 || !hears(node)) continue;
      if (!handled.has(node)) rootsOfHandlers.add(node);
      return;
    }
  };
  const addSource = (ids, key, source) => {
    let id = known.get(key);
    if (id === undefined) {
      if (sources.length >= ${maxSources}) return;
      id = sources.length;
      sources[id] = source();
      known.set(key, id);
    }
    ids[ids.length] = id;
  };
  const addListener = (ids, listener) => {
    const called = typeof listener === 'function' ? listener : listener && listener.handleEvent;
    if (typeof called !== 'function') return;
    addSource(ids, called, () => ({ code: Reflect.apply(codeOf, called, []).slice(0, ${maxCodeLength}) }));
  };
  const addRegistered = (ids, events) => {
    for (const type in pressTypes) {
      const list = events[type];
      if (!Array.isArray(list)) continue;
      for (let at = 0; at < list.length; at += 1) {
        const item = list[at];
        if (!item || typeof item !== 'object') continue;
        if (typeof item.selector === 'string') addSource(ids, item, () => ({ selector: item.selector }));
        else if (item.handler) addListener(ids, item.handler);
      }
    }
  };
  const sourcesOf = (node, outer) => {
    const ids = [];
    const listeners = listenersOf(node);
    for (const type in pressTypes) {
      const list = listeners[type];
      if (list) for (let at = 0; at < list.length; at += 1) addListener(ids, list[at].listener);
    }
    const read = (key, value) => {
      if (typeof key !== 'string' || key.slice(0, 6) !== 'jQuery') return;
      const data = typeof value === 'number' && self.jQuery && self.jQuery.cache ? self.jQuery.cache[value] : value;
      if (data && data.events) addRegistered(ids, data.events);
    };
    if (ids.length > 0 && node !== self) eachValue(node, read);
    return ids.length > 0 ? outer.concat(ids) : outer;
  };
  const sourcesAround = (path) => {
    let ids = [];
    let at = 1;
    for (; at < path.length; at += 1) {
      const found = around.get(path[at]);
      if (found) { ids = found; break; }
    }
    for (at -= 1; at > 0; at -= 1) {
      ids = sourcesOf(path[at], ids);
      around.set(path[at], ids);
    }
    return ids;
  };`;

/**
 * An expression for the page's own world, with the command line functions of the inspector. Its value installs a listener for the event,
 * which reads the listeners of the element that receives it. With `wholePath` it reads those of its ancestors too. With `isPress` it reads
 * who else handles a press on the element. The page's scripts may have replaced functions of its world, so the code calls few of them.
 */
export function probeExpression(event: string, { wholePath = false, isPress = false }): string {
  return `(() => {
    const listenersOf = getEventListeners;
    if (typeof listenersOf !== 'function') return undefined;
    const reports = [];
    const targets = [];
    ${isPress ? delegationReader : 'const sources = [];'}
    const onProbe = (probe) => {
      const path = probe.composedPath();
      let isHost = false;
      for (let at = 0; at < roots.length; at += 1) isHost ||= roots[at].host === path[0];
      if (!isHost) probe.stopImmediatePropagation();
      const types = { __proto__: null };
      const report = { types };
      for (let at = 0; at < ${wholePath ? 'path.length' : '1'}; at += 1)
        for (const type in listenersOf(path[at])) types[type] = true;
      ${isPress ? readSafely : ''}
      // Only a listener inside a closed root sees the elements in it. It corrects what the one outside found for the host.
      const index = probe.currentTarget === self ? reports.length : reports.length - 1;
      reports[index] = report;
      targets[index] = path[0];
    };
    const roots = [];
    addEventListener('${event}', onProbe, true);
    return {
      addRoot(root) { roots[roots.length] = root; root.addEventListener('${event}', onProbe, true); },
      end() {
        removeEventListener('${event}', onProbe, true);
        for (let at = 0; at < roots.length; at += 1) roots[at].removeEventListener('${event}', onProbe, true);
        ${isPress ? 'for (let at = 0; at < reports.length; at += 1) reports[at].isRoot = rootsOfHandlers.has(targets[at]);' : ''}
        return { reports, sources };
      },
    };
  })()`;
}

/** Properties of the page can throw when they are read. The listeners found before that count. */
const readSafely = `
      try {
        if (readHandlers(path[0], types)) {
          handled.add(path[0]);
          noteRoot(path);
        }
        report.around = sourcesAround(path);
      } catch (error) {
        report.failure = typeof error;
      }`;
