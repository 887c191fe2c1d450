import { HandrailError } from '../../../core/errors.js';
import type {
  InputDriver,
  KeyboardTarget,
  PointerTarget,
  Screen,
  ScreenNode,
  ScreenWindow,
} from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import { type LivesOptions, openDisplayLifecycle } from './display-lifecycle.js';

/** A screen whose display can die: what is under way fails at once, and the next use starts another. */
export async function restartingScreen(options: LivesOptions): Promise<Screen> {
  const lives = await openDisplayLifecycle(options);

  // Another display gives out the same numbers again: from the second on, they are told apart.
  const ofNow = () => (lives.count() === 1 ? '' : `@${lives.count()}`);
  const out = (id: string) => `${id}${ofNow()}`;
  const back = (id: string): string => {
    const [own = '', life = ''] = id.split(/(?=@\d+$)/);
    if (life === ofNow()) return own;
    throw new HandrailError('stale_element', 'That was on a display that is gone.', 'Observe again.');
  };
  const windowOut = (window: ScreenWindow): ScreenWindow => ({ ...window, id: out(window.id) });
  const windowBack = (window: ScreenWindow): ScreenWindow => ({ ...window, id: back(window.id) });
  const nodeOut = (node: ScreenNode): ScreenNode => ({
    ...node,
    key: out(node.key),
    window: out(node.window),
    ...(node.list ? { list: { ...node.list, of: out(node.list.of) } } : {}),
  });
  const nodeBack = (node: ScreenNode): ScreenNode => ({ ...node, key: back(node.key), window: back(node.window) });
  const placeBack = <T extends KeyboardTarget>(place: T): T => ({
    ...place,
    ...(place.window ? { window: windowBack(place.window) } : {}),
    ...(place.node ? { node: nodeBack(place.node) } : {}),
  });
  const aimBack = (aim: PointerTarget | undefined) => aim && placeBack(aim);
  const act = <T>(call: (hands: InputDriver) => Promise<T>) => lives.use(({ input }) => call(input));

  return {
    limits: lives.limits,
    reader: {
      size: (signal) => lives.use(({ reader }) => reader.size(signal)),
      windows: (signal) => lives.use(async ({ reader }) => (await reader.windows(signal)).map(windowOut)),
      tree: (request, signal) =>
        lives.use(async ({ reader }) => {
          const inside = request.inside && { ...request.inside, key: back(request.inside.key) };
          const windows = request.windows.map(windowBack);
          const tree = await reader.tree({ ...request, windows, ...(inside ? { inside } : {}) }, signal);
          return { ...tree, nodes: tree.nodes.map(nodeOut) };
        }),
      picture: ({ region, window }, signal) =>
        lives.use(({ reader }) =>
          reader.picture({ ...(region ? { region } : {}), ...(window ? { window: windowBack(window) } : {}) }, signal),
        ),
      pixels: (signal, over) => lives.use(({ reader }) => reader.pixels(signal, over?.map(windowBack))),
      nodeExists: (node, signal) =>
        lives.use(async ({ reader }) => (await reader.nodeExists?.(nodeBack(node), signal)) ?? true),
      caughtUp: (window, ms, signal) =>
        lives.use(async ({ reader }) => (await reader.caughtUp?.(window && windowBack(window), ms, signal)) ?? true),
      pass: (ms, signal) => lives.use(() => pause(ms, signal)),
      ...(lives.stir ? { changes: lives.stir } : {}),
    },
    input: {
      click: (aim, how, signal) => act((hands) => hands.click(placeBack(aim), how, signal)),
      move: (aim, modifiers, signal) => act((hands) => hands.move(placeBack(aim), modifiers, signal)),
      press: (aim, button, signal) => act((hands) => hands.press(aimBack(aim), button, signal)),
      release: (aim, button, signal) => act((hands) => hands.release(aimBack(aim), button, signal)),
      drag: (path, modifiers, signal) => act((hands) => hands.drag(path.map(placeBack), modifiers, signal)),
      scroll: (aim, by, modifiers, signal) => act((hands) => hands.scroll(placeBack(aim), by, modifiers, signal)),
      type: (text, where, how, signal) => act((hands) => hands.type(text, placeBack(where), how, signal)),
      key: (chord, how, where, signal) => act((hands) => hands.key(chord, how, placeBack(where), signal)),
      setValue: (node, window, value, signal) =>
        act((hands) => hands.setValue(nodeBack(node), windowBack(window), value, signal)),
      menu: (path, window, signal) => act((hands) => hands.menu(path, windowBack(window), signal)),
      raise: (window, signal) => act((hands) => hands.raise(windowBack(window), signal)),
      closeWindow: (window, signal) => act((hands) => hands.closeWindow(windowBack(window), signal)),
      launch: (app, parameters, signal) => act((hands) => hands.launch(app, parameters, signal)),
      apps: (signal) => act((hands) => hands.apps(signal)),
      readClipboard: (signal) => act((hands) => hands.readClipboard(signal)),
      writeClipboard: (text, signal) => act((hands) => hands.writeClipboard(text, signal)),
      carets: () =>
        act(async (hands) => {
          const { count, last } = (await hands.carets?.()) ?? { count: 0 };
          return { count, ...(last === undefined ? {} : { last: out(last) }) };
        }),
      async releaseAll() {
        // A display that is gone holds nothing, and is not started again for this.
        if (lives.isAlive()) await act((hands) => hands.releaseAll());
      },
    },
    close: lives.close,
  };
}
