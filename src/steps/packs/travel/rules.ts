import type { Rule } from '../../grammar/form.js';
import type { Operation } from '../../instruction.js';

/** Trips from one city to another. */
export const routeRules: readonly Rule<Operation>[] = [
  [
    '(search|find|look) [for] [an?|some|the] [one-way|return|direct] (flights?|trains?|trips?|tickets?|buses|bus|connections?|journeys?|routes?) {route:from:? .+? to:? .+}',
    ({ phrase }) => ({ kind: 'search_route', route: phrase('route') }),
  ],
];
