import type { Observation } from './observation.js';

/** True if the screen shows program windows, not a web page. */
export function isDesktop({ app, url }: Pick<Observation, 'app' | 'url'>): boolean {
  return app !== undefined && url === undefined;
}
