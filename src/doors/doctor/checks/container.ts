import { toFault } from '../../../core/errors.js';
import { type Engine, findEngine } from '../../../environments/container/engine/engine.js';
import { newestImage } from '../../../environments/container/image/desktop-image.js';
import type { Check, Finding } from '../check.js';
import { tryContainer } from './try-container.js';

const unneeded = 'Browsers are not affected.';

/** A click and a word in a real container, where there is a desktop image already. Nobody needs containers for browsers: what is wrong is a remark. */
export const containerCheck: Check = {
  name: 'container',
  limitMs: 45_000,
  trials: () => [{ name: 'container', run: examine }],
};

async function examine(signal: AbortSignal): Promise<Finding> {
  try {
    const engine = await findEngine();
    const { Version: version } = await engine.ask({ what: 'Asking the Docker engine', deadlineMs: 5_000, signal }, () =>
      engine.docker.version(),
    );
    return await examineImage(engine, version, signal);
  } catch (error) {
    const { message, hint } = toFault(error);
    return { state: 'remark', says: `${message} ${unneeded}`, ...(hint ? { fix: hint } : {}) };
  }
}

async function examineImage(engine: Engine, version: string, signal: AbortSignal): Promise<Finding> {
  const image = await newestImage(engine, signal);
  if (image === undefined)
    return {
      state: 'remark',
      says: `Docker ${version} answers. There is no desktop image yet, so nothing was tried in a container.`,
      fix: 'Build one and start it: `handrail container up`.',
    };
  const wrong = await tryContainer(engine, image, signal);
  return wrong === undefined
    ? {
        state: 'works',
        says: `Docker ${version}: clicked and typed in a container of ${image}, and the program inside bears it out.`,
      }
    : { state: 'remark', says: `${wrong} ${unneeded}`, fix: 'Build the image anew: `handrail container up`.' };
}
