import type { Observation } from '../core/observation.js';
import type { Message, Model, ScreenSnapshot } from '../models/model.js';

/** No model receives pictures from further back than this, so older bytes are dropped. */
const maxRetainedPictures = 100;

/** Adds the screen to the last message, for models that receive it. */
export function addSnapshot(history: readonly Message[], observation: Observation, { vision }: Model): void {
  const last = history.at(-1);
  if (!vision || !last || last.role === 'model') return;
  const { screen, url, title, modal, image } = observation;
  const withPictures = findPictures(history);
  const previous = withPictures.at(-1)?.picture;
  last.snapshot = {
    screen,
    url,
    title,
    modal,
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
