import type { Observation } from './observation.js';

/** True when the screen shows programs with windows, not web pages. */
export function isDesktop({ app, url }: Pick<Observation, 'app' | 'url'>): boolean {
  return app !== undefined && url === undefined;
}
