/**
 * A script that holds the messages of WebSockets until the judge has answered. It runs before any script of the page, in its world, and keeps
 * the browser's own functions, because the page can replace them. For each message it names two random events: one lets the message pass, one
 * drops it. Nobody in the page learns the first one. `askName` is the binding that takes the questions.
 */
export function socketHook(askName: string): string {
  return `(() => {
  const askName = ${JSON.stringify(askName)};
  const ask = globalThis[askName];
  delete globalThis[askName];
  if (typeof ask !== 'function' || typeof WebSocket !== 'function') return;
  const { prototype } = WebSocket;
  const { send, close } = prototype;
  const { apply } = Reflect;
  const { stringify } = JSON;
  const getter = (name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const readyStateOf = getter('readyState');
  const urlOf = getter('url');
  const random = crypto.getRandomValues.bind(crypto);
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const Bytes = Uint8Array;
  const { isView } = ArrayBuffer;
  // The page can change the bytes while the judge decides. A Blob cannot be changed.
  const copy = (data) => {
    if (data instanceof Blob) return data;
    if (data instanceof ArrayBuffer) return new Bytes(new Bytes(data));
    if (isView(data)) return new Bytes(new Bytes(data.buffer, data.byteOffset, data.byteLength));
    return typeof data === 'string' ? data : String(data);
  };
  const decode = TextDecoder.prototype.decode.bind(new TextDecoder('utf-8', { fatal: true }));
  /** The text of a message, also of a binary one that is text. */
  const textOf = (data) => {
    if (typeof data === 'string') return data.substring(0, maxCharacters);
    if (data instanceof Blob) return undefined;
    try {
      return decode(data).substring(0, maxCharacters);
    } catch {
      return undefined; // not text
    }
  };
  const queues = new WeakMap();
  const getQueue = WeakMap.prototype.get.bind(queues);
  const setQueue = WeakMap.prototype.set.bind(queues);
  const openState = 1;
  const maxCharacters = 65536;
  const makeToken = () => {
    const parts = random(new Uint32Array(4));
    return 'handrail-' + parts[0] + '-' + parts[1] + '-' + parts[2] + '-' + parts[3];
  };

  const runNext = (socket, queue) => {
    const first = queue.first;
    if (!first) return;
    if (first.isClose) {
      queue.first = first.next;
      apply(close, socket, first.values);
      runNext(socket, queue);
      return;
    }
    const yes = makeToken();
    const no = makeToken();
    const target = globalThis;
    const finish = (isAllowed) => {
      apply(removeEventListener, target, [yes, onYes]);
      apply(removeEventListener, target, [no, onNo]);
      queue.first = first.next;
      if (isAllowed && apply(readyStateOf, socket, []) === openState) apply(send, socket, [first.data]);
      runNext(socket, queue);
    };
    const onYes = (event) => { event.stopImmediatePropagation(); finish(true); };
    const onNo = (event) => { event.stopImmediatePropagation(); finish(false); };
    apply(addEventListener, target, [yes, onYes, true]);
    apply(addEventListener, target, [no, onNo, true]);
    const text = textOf(first.data);
    ask(stringify({ yes, no, text, url: apply(urlOf, socket, []) }));
  };

  const add = (socket, entry) => {
    let queue = getQueue(socket);
    if (!queue) {
      queue = { first: undefined, last: undefined };
      setQueue(socket, queue);
    }
    const isIdle = queue.first === undefined;
    if (isIdle) queue.first = entry;
    else queue.last.next = entry;
    queue.last = entry;
    if (isIdle) runNext(socket, queue);
  };

  prototype.send = function (data) {
    if (arguments.length === 0 || apply(readyStateOf, this, []) !== openState) return apply(send, this, arguments);
    add(this, { data: copy(data), isClose: false, values: undefined, next: undefined });
  };
  prototype.close = function (...values) {
    const queue = getQueue(this);
    if (!queue || queue.first === undefined) return apply(close, this, values);
    add(this, { data: undefined, isClose: true, values, next: undefined });
  };
})();`;
}
