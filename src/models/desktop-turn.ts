import type { Turn } from './model.js';

/** Whether the screen has programs with windows instead of pages. */
export function isDesktop({ observation: { app, url } }: Pick<Turn, 'observation'>): boolean {
  return app !== undefined && url === undefined;
}
