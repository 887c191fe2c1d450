import type { InputDriver, Screen, ScreenReader } from '../screen/screen.js';
import { passTime } from '../screen/wait-for.js';
import type { Watch } from './watch-container.js';

/** A screen inside a container that can be paused, stopped or removed at any time: what is under way then fails at once, with the reason. */
export function containerAwareScreen(screen: Screen, watch: Watch): Screen {
  const { reader, input } = screen;
  const { changes, caughtUp, nodeExists } = reader;
  /** Keys that could not be let go of, because nothing moves in a container that is paused. */
  let owed = false;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    await watch.ready();
    if (owed) {
      owed = false;
      await input.releaseAll();
    }
    try {
      return await watch.during(work);
    } catch (error) {
      throw await watch.explain(error);
    }
  };
  const safeEyes: ScreenReader = {
    size: (...given) => guard(() => reader.size(...given)),
    windows: (...given) => guard(() => reader.windows(...given)),
    tree: (...given) => guard(() => reader.tree(...given)),
    picture: (...given) => guard(() => reader.picture(...given)),
    pixels: (...given) => guard(() => reader.pixels(...given)),
    ...(nodeExists ? { nodeExists: (...given) => guard(() => nodeExists(...given)) } : {}),
    ...(caughtUp ? { caughtUp: (...given) => guard(() => caughtUp(...given)) } : {}),
    pass: (ms, signal) => guard(() => passTime(reader, ms, signal)),
    ...(changes
      ? { changes: { next: (...given) => guard(() => changes.next(...given)), count: () => changes.count() } }
      : {}),
  };
  const safeHands: InputDriver = {
    click: (...given) => guard(() => input.click(...given)),
    move: (...given) => guard(() => input.move(...given)),
    press: (...given) => guard(() => input.press(...given)),
    release: (...given) => guard(() => input.release(...given)),
    drag: (...given) => guard(() => input.drag(...given)),
    scroll: (...given) => guard(() => input.scroll(...given)),
    type: (...given) => guard(() => input.type(...given)),
    key: (...given) => guard(() => input.key(...given)),
    setValue: (...given) => guard(() => input.setValue(...given)),
    menu: (...given) => guard(() => input.menu(...given)),
    raise: (...given) => guard(() => input.raise(...given)),
    closeWindow: (...given) => guard(() => input.closeWindow(...given)),
    launch: (...given) => guard(() => input.launch(...given)),
    apps: (...given) => guard(() => input.apps(...given)),
    readClipboard: (...given) => guard(() => input.readClipboard(...given)),
    writeClipboard: (...given) => guard(() => input.writeClipboard(...given)),
    ...(input.carets ? { carets: () => guard(async () => (await input.carets?.()) ?? { count: 0 }) } : {}),
    async releaseAll() {
      if (watch.isGone()) return;
      if (watch.isPaused()) owed = true;
      else await watch.during(() => input.releaseAll());
    },
  };
  return {
    reader: safeEyes,
    input: safeHands,
    limits: screen.limits,
    async close() {
      const isGone = watch.isGone();
      watch.close();
      await screen.close().catch((error: unknown) => {
        if (!isGone) throw error;
      });
    },
  };
}
