import { delayOnScreen } from '../screen/act/wait-for.js';
import type { Screen } from '../screen/screen.js';
import type { ContainerWatch } from './engine/watch-container.js';

type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** A screen in a container that can be paused, stopped or removed at any time: calls in progress then fail with the reason. */
export function createContainerAwareScreen(screen: Screen, watch: ContainerWatch): Screen {
  const { reader, input } = screen;
  const { changes } = reader;
  /** Keys could not be released because the container was paused. */
  let owesRelease = false;

  const guard: Guard = async (work) => {
    await watch.ensureReady();
    if (owesRelease) {
      owesRelease = false;
      await input.releaseAll();
    }
    try {
      return await watch.run(work);
    } catch (error) {
      throw await watch.explain(error);
    }
  };

  return {
    reader: {
      ...guardMethods(reader, guard),
      delay: (ms, signal) => guard(() => delayOnScreen(reader, ms, signal)),
      changes: changes && {
        waitForChange: (ms, signal) => guard(() => changes.waitForChange(ms, signal)),
        count: () => changes.count(),
      },
    },
    input: {
      ...guardMethods(input, guard),
      async releaseAll() {
        if (watch.isGone()) return;
        if (watch.isPaused()) owesRelease = true;
        else await watch.run(() => input.releaseAll());
      },
    },
    limitations: screen.limitations,
    async close() {
      const isGone = watch.isGone();
      watch.close();
      await screen.close().catch((error: unknown) => {
        if (!isGone) throw error;
      });
    },
  };
}

/** The object with all its methods guarded. Its methods must be asynchronous own properties. */
function guardMethods<T extends object>(target: T, guard: Guard): T {
  const guarded = Object.entries(target).map(([name, member]) => [
    name,
    typeof member === 'function' ? (...args: unknown[]) => guard(() => member.apply(target, args)) : member,
  ]);
  return Object.fromEntries(guarded) as T; // the same keys with the same signatures
}
