import { HandrailError } from '../../../core/errors.js';
import type {
  InputDriver,
  KeyboardTarget,
  Screen,
  ScreenNode,
  ScreenReader,
  ScreenWindow,
} from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import { type DisplayLifecycle, type DisplayLifecycleOptions, openDisplayLifecycle } from './display-lifecycle.js';

/** A screen whose display can die: calls in progress fail at once, and the next call opens a new display. */
export async function openRestartingScreen(options: DisplayLifecycleOptions): Promise<Screen> {
  const lifecycle = await openDisplayLifecycle(options);
  const ids = createGenerationIds(lifecycle);
  return {
    limitations: lifecycle.limitations,
    reader: createReader(lifecycle, ids),
    input: createInput(lifecycle, ids),
    close: lifecycle.close,
  };
}

type GenerationIds = ReturnType<typeof createGenerationIds>;

/** Converts ids. A new display assigns the same ids again, so from the second on they get a suffix. */
function createGenerationIds(lifecycle: DisplayLifecycle) {
  const suffix = () => (lifecycle.generation() === 1 ? '' : `@${lifecycle.generation()}`);
  const outer = (id: string): string => `${id}${suffix()}`;
  const inner = (id: string): string => {
    const [own = '', generation = ''] = id.split(/(?=@\d+$)/);
    if (generation === suffix()) return own;
    throw new HandrailError('stale_element', 'The element was on a display that is gone.', 'Observe again.');
  };
  const innerWindow = (window: ScreenWindow): ScreenWindow => ({ ...window, id: inner(window.id) });
  const innerNode = (node: ScreenNode): ScreenNode => ({ ...node, key: inner(node.key), window: inner(node.window) });
  return {
    outer,
    inner,
    innerWindow,
    innerNode,
    outerWindow: (window: ScreenWindow): ScreenWindow => ({ ...window, id: outer(window.id) }),
    outerNode: (node: ScreenNode): ScreenNode => ({
      ...node,
      key: outer(node.key),
      window: outer(node.window),
      ...(node.list ? { list: { ...node.list, containerKey: outer(node.list.containerKey) } } : {}),
    }),
    innerTarget: <T extends KeyboardTarget>(target: T): T => ({
      ...target,
      window: target.window && innerWindow(target.window),
      node: target.node && innerNode(target.node),
    }),
  };
}

function createReader(lifecycle: DisplayLifecycle, ids: GenerationIds): ScreenReader {
  const read = <T>(call: (reader: ScreenReader) => Promise<T>): Promise<T> =>
    lifecycle.use(({ reader }) => call(reader));
  return {
    size: (signal) => read((reader) => reader.size(signal)),
    windows: (signal) => read(async (reader) => (await reader.windows(signal)).map(ids.outerWindow)),
    tree: (request, signal) =>
      read(async (reader) => {
        const inside = request.inside && { ...request.inside, key: ids.inner(request.inside.key) };
        const windows = request.windows.map(ids.innerWindow);
        const tree = await reader.tree({ ...request, windows, inside }, signal);
        return { ...tree, nodes: tree.nodes.map(ids.outerNode) };
      }),
    picture: ({ region, window }, signal) =>
      read((reader) => reader.picture({ region, window: window && ids.innerWindow(window) }, signal)),
    pixels: (signal, onTop) => read((reader) => reader.pixels(signal, onTop?.map(ids.innerWindow))),
    nodeExists: (node, signal) =>
      read(async (reader) => (await reader.nodeExists?.(ids.innerNode(node), signal)) ?? true),
    waitForIdle: (window, ms, signal) =>
      read(async (reader) => (await reader.waitForIdle?.(window && ids.innerWindow(window), ms, signal)) ?? true),
    delay: (ms, signal) => lifecycle.use(() => sleep(ms, signal)),
    changes: lifecycle.changes,
  };
}

function createInput(lifecycle: DisplayLifecycle, ids: GenerationIds): InputDriver {
  const { innerTarget, innerWindow, innerNode } = ids;
  const send = <T>(call: (input: InputDriver) => Promise<T>): Promise<T> => lifecycle.use(({ input }) => call(input));
  return {
    click: (target, options, signal) => send((input) => input.click(innerTarget(target), options, signal)),
    move: (target, modifiers, signal) => send((input) => input.move(innerTarget(target), modifiers, signal)),
    press: (target, button, signal) => send((input) => input.press(target && innerTarget(target), button, signal)),
    release: (target, button, signal) => send((input) => input.release(target && innerTarget(target), button, signal)),
    drag: (path, modifiers, signal) => send((input) => input.drag(path.map(innerTarget), modifiers, signal)),
    scroll: (target, by, modifiers, signal) =>
      send((input) => input.scroll(innerTarget(target), by, modifiers, signal)),
    type: (text, where, options, signal) => send((input) => input.type(text, innerTarget(where), options, signal)),
    key: (chord, press, where, signal) => send((input) => input.key(chord, press, innerTarget(where), signal)),
    setValue: (node, window, value, signal) =>
      send((input) => input.setValue(innerNode(node), innerWindow(window), value, signal)),
    chooseMenuItem: (path, window, signal) => send((input) => input.chooseMenuItem(path, innerWindow(window), signal)),
    raise: (window, signal) => send((input) => input.raise(innerWindow(window), signal)),
    closeWindow: (window, signal) => send((input) => input.closeWindow(innerWindow(window), signal)),
    launch: (app, parameters, signal) => send((input) => input.launch(app, parameters, signal)),
    listApps: (signal) => send((input) => input.listApps(signal)),
    readClipboard: (signal) => send((input) => input.readClipboard(signal)),
    writeClipboard: (text, signal) => send((input) => input.writeClipboard(text, signal)),
    caretMoves: () =>
      send(async (input) => {
        const { count, lastNode } = (await input.caretMoves?.()) ?? { count: 0 };
        return { count, lastNode: lastNode === undefined ? undefined : ids.outer(lastNode) };
      }),
    async releaseAll() {
      // A display that is gone holds no keys and is not restarted for this.
      if (lifecycle.isAlive()) await send((input) => input.releaseAll());
    },
  };
}
