import type { Observation } from '../core/observation.js';
import type { Message, Model, ScreenSnapshot } from '../models/model.js';

/** No model is sent pictures from further back than this, so the bytes need not be kept. */
const mostKept = 100;

/** Puts what the screen shows into the conversation, for models that are shown it. */
export function show(history: readonly Message[], observation: Observation, { vision }: Model): void {
  const last = history.at(-1);
  if (!vision || !last || last.role === 'model') return;
  const { screen, url, title, modal, image } = observation;
  const before = pictures(history);
  const previous = before.at(-1)?.picture;
  last.seen = {
    screen,
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
    ...(modal ? { modal } : {}),
    ...(image ? { picture: image } : {}),
    ...(image && previous && isSame(image.bytes, previous.bytes) ? { same: true } : {}),
    ...(vision.mapTokens === undefined ? {} : { map: observation.text }),
  };
  for (const old of before.slice(0, -mostKept)) delete old.picture;
}

function pictures(history: readonly Message[]): ScreenSnapshot[] {
  return history.flatMap((message) => (message.role !== 'model' && message.seen?.picture ? [message.seen] : []));
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && one.equals(other);
}
