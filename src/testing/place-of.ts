import type { Observation } from '../core/observation.js';
import type { Place } from './intent.js';

/** Where something of this name is on the screen, for a policy that reads the page. Throws with the names there are. */
export function placeOf({ elements, screen }: Pick<Observation, 'elements' | 'screen'>, name: string): Place {
  const called = elements.filter((element) => element.interactive);
  const found =
    called.find((element) => element.name === name) ?? called.find((element) => element.name.includes(name));
  if (!found)
    throw new Error(`Nothing to act on is called "${name}". There is: ${called.map((one) => one.name).join(', ')}.`);
  const { x, y, width, height } = found.bounds;
  return { x: (x + width / 2) / screen.width, y: (y + height / 2) / screen.height, name: found.name };
}
