import type { Observation } from '../core/observation.js';
import type { ScreenPoint } from './intent.js';

/** The center of the interactive element with this name, for a policy that reads the page. Throws with the available names. */
export function pointOf({ elements, screen }: Pick<Observation, 'elements' | 'screen'>, name: string): ScreenPoint {
  const interactive = elements.filter((element) => element.interactive);
  const found =
    interactive.find((element) => element.name === name) ?? interactive.find((element) => element.name.includes(name));
  if (!found)
    throw new Error(
      `No interactive element is named "${name}". Available: ${interactive.map((one) => one.name).join(', ')}.`,
    );
  const { x, y, width, height } = found.bounds;
  return { x: (x + width / 2) / screen.width, y: (y + height / 2) / screen.height, name: found.name };
}
