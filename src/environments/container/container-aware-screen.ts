import type { InputDriver, Screen, ScreenReader } from '../screen/screen.js';
import { passTime } from '../screen/wait-for.js';
import type { Watch } from './watch-container.js';

/** A screen inside a container that can be paused, stopped or removed at any time: what is under way then fails at once, with the reason. */
export function containerAwareScreen(screen: Screen, watch: Watch): Screen {
  const { eyes, hands } = screen;
  const { stir, caughtUp, isThere } = eyes;
  /** Keys that could not be let go of, because nothing moves in a container that is paused. */
  let owed = false;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    await watch.ready();
    if (owed) {
      owed = false;
      await hands.letGo();
    }
    try {
      return await watch.during(work);
    } catch (error) {
      throw await watch.explain(error);
    }
  };
  const safeEyes: ScreenReader = {
    size: (...given) => guard(() => eyes.size(...given)),
    windows: (...given) => guard(() => eyes.windows(...given)),
    tree: (...given) => guard(() => eyes.tree(...given)),
    picture: (...given) => guard(() => eyes.picture(...given)),
    pixels: (...given) => guard(() => eyes.pixels(...given)),
    ...(isThere ? { isThere: (...given) => guard(() => isThere(...given)) } : {}),
    ...(caughtUp ? { caughtUp: (...given) => guard(() => caughtUp(...given)) } : {}),
    pass: (ms, signal) => guard(() => passTime(eyes, ms, signal)),
    ...(stir ? { stir: { next: (...given) => guard(() => stir.next(...given)), count: () => stir.count() } } : {}),
  };
  const safeHands: InputDriver = {
    click: (...given) => guard(() => hands.click(...given)),
    move: (...given) => guard(() => hands.move(...given)),
    press: (...given) => guard(() => hands.press(...given)),
    release: (...given) => guard(() => hands.release(...given)),
    drag: (...given) => guard(() => hands.drag(...given)),
    scroll: (...given) => guard(() => hands.scroll(...given)),
    type: (...given) => guard(() => hands.type(...given)),
    key: (...given) => guard(() => hands.key(...given)),
    setValue: (...given) => guard(() => hands.setValue(...given)),
    menu: (...given) => guard(() => hands.menu(...given)),
    raise: (...given) => guard(() => hands.raise(...given)),
    closeWindow: (...given) => guard(() => hands.closeWindow(...given)),
    launch: (...given) => guard(() => hands.launch(...given)),
    apps: (...given) => guard(() => hands.apps(...given)),
    readClipboard: (...given) => guard(() => hands.readClipboard(...given)),
    writeClipboard: (...given) => guard(() => hands.writeClipboard(...given)),
    ...(hands.carets ? { carets: () => guard(async () => (await hands.carets?.()) ?? { count: 0 }) } : {}),
    async letGo() {
      if (watch.isGone()) return;
      if (watch.isPaused()) owed = true;
      else await watch.during(() => hands.letGo());
    },
  };
  return {
    eyes: safeEyes,
    hands: safeHands,
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
