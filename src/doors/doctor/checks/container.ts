import { joinSentences, toFault } from '../../../core/errors.js';
import { type Engine, findEngine } from '../../../environments/container/engine/engine.js';
import { findNewestImage } from '../../../environments/container/image/desktop-image.js';
import type { Check, Finding } from '../check.js';
import { tryContainer } from './container-trial.js';

const optional = 'Browsers are not affected.';

/** Clicks and types in a container if a desktop image exists. Browsers need no container, so a problem is only a note. */
export const containerCheck: Check = {
  name: 'container',
  timeoutMs: 45_000,
  trials: () => [{ name: 'container', run: checkEngine }],
};

async function checkEngine(signal: AbortSignal): Promise<Finding> {
  try {
    const engine = await findEngine();
    const { Version: version } = await engine.request(
      { task: 'Reading the version of the Docker engine', timeoutMs: 5_000, signal },
      () => engine.docker.version(),
    );
    return await checkImage(engine, version, signal);
  } catch (error) {
    const { message, hint } = toFault(error);
    return { status: 'note', message: joinSentences(message, optional), fix: hint };
  }
}

async function checkImage(engine: Engine, version: string, signal: AbortSignal): Promise<Finding> {
  const image = await findNewestImage(engine, signal);
  if (image === undefined)
    return {
      status: 'note',
      message: `Docker ${version} responds. There is no desktop image yet, so nothing was tested in a container.`,
      fix: 'Build the image and start a container: `handrail container up`.',
    };
  const problem = await tryContainer(engine, image, signal);
  return problem === undefined
    ? {
        status: 'ok',
        message: `Docker ${version}: a program in a container of ${image} received the click and the typed text.`,
      }
    : { status: 'note', message: `${problem} ${optional}`, fix: 'Build the image again: `handrail container up`.' };
}
