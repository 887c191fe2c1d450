import { expect } from 'vitest';
import type { Witness } from '../serve-sites.js';

/** The site saw no event. */
export const nothing = ({ events }: Witness) => expect(events).toEqual([]);
/** The site saw none of the given events. */
export const never =
  (...events: string[]) =>
  ({ all }: Witness) =>
    expect(events.flatMap(all)).toEqual([]);
