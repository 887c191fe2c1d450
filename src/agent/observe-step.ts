import { toFault } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import type { Message, ScreenSnapshot } from '../models/model.js';
import type { ObserveOptions } from '../session/observe-options.js';
import { maskTexts } from '../tools/call/mask-texts.js';
import type { RunResult } from './events.js';
import type { RunState } from './run-state.js';

const endTimeoutMs = 3_000;
const recordedPicture = { picture: 'plain', pictureAs: { type: 'webp', quality: 75 } } satisfies ObserveOptions;

/** Observes the screen for the current step and adds the snapshot to the conversation. */
export async function observeStep(state: RunState, signal: AbortSignal): Promise<Observation> {
  const { session, recorder, emit, step } = state;
  const startedAt = performance.now();
  const options = observeOptions(state);
  const fresh = options.picture ? undefined : state.freshObservation;
  state.freshObservation = undefined;
  const observation = fresh ?? (await session.observe({ ...options, signal }));
  if (fresh) session.shownIds.addObservation(fresh);
  for (const event of recorder.recordPicture(step, observation)) emit(event);
  emit({ type: 'observed', step, ms: performance.now() - startedAt, observation });
  addSnapshot(state.agent.history, observation, state);
  return observation;
}

/** Records the screen at the end of the run. */
export async function observeEnd({ session, recorder, emit, step, agent }: RunState): Promise<Partial<RunResult>> {
  try {
    const hasPicture = agent.options.pictures !== false && recorder.wantsPictures;
    const options = {
      ...(hasPicture ? recordedPicture : {}),
      budget: 1,
      shown: false,
      signal: AbortSignal.timeout(endTimeoutMs),
    };
    const observation = await session.observe(options);
    for (const event of recorder.recordPicture(step + 1, observation).slice(0, 1)) emit(event);
    return observation.url === undefined ? {} : { url: observation.url };
  } catch (error) {
    emit({ type: 'note', step, text: `The final screen could not be observed: ${toFault(error).message}` });
    return {};
  }
}

/** The view that the model needs. A model without requirements gets the view that is recorded. */
function observeOptions({ model, agent, recorder }: RunState): ObserveOptions {
  const { vision, capabilities } = model;
  const budget = vision?.mapTokens;
  if (vision?.picture) {
    const { type, size, marks } = vision.picture;
    return { budget, picture: marks ? 'marks' : 'plain', pictureAs: { type, exactly: size } };
  }
  const isWanted = recorder.wantsPictures || (!vision && capabilities.includes('vision'));
  return agent.options.pictures !== false && isWanted ? { budget, ...recordedPicture } : { budget };
}

/** No model receives pictures from further back than this, so older bytes are dropped. */
const maxRetainedPictures = 100;

/** Adds the screen to the last message, for models that receive it. */
function addSnapshot(history: readonly Message[], observation: Observation, { model, session }: RunState): void {
  const { vision } = model;
  const last = history.at(-1);
  if (!vision || !last || last.role === 'model') return;
  const { screen, url, title, modal, image } = observation;
  const withPictures = findPictures(history);
  const previous = withPictures.at(-1)?.picture;
  last.snapshot = {
    ...maskTexts({ screen, url, title, modal }, new Set(), session.secrets),
    picture: image,
    pictureUnchanged: (image && previous?.bytes.equals(image.bytes)) || undefined,
    uiMap: vision.mapTokens === undefined ? undefined : observation.text,
  };
  for (const old of withPictures.slice(0, -maxRetainedPictures)) delete old.picture;
}

function findPictures(history: readonly Message[]): ScreenSnapshot[] {
  return history.flatMap((message) =>
    message.role !== 'model' && message.snapshot?.picture ? [message.snapshot] : [],
  );
}
