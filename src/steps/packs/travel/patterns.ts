import { asPhrase } from '../../parser/mask.js';
import type { Pattern } from '../../parser/pattern.js';

/** Trips from one city to another. */
export const routePatterns: readonly Pattern[] = [
  [
    /^(?:search|find|look)\s+(?:for\s+)?(?:an?\s+|some\s+|the\s+)?(?:one-way\s+|return\s+|direct\s+)?(?:flights?|trains?|trips?|tickets?|buses|bus|connections?|journeys?|routes?)\s+(from:?\s+.+?\s+to:?\s+.+)$/iu,
    ([route = ''], masked) => ({ kind: 'search_route', route: asPhrase(masked, route) }),
  ],
];
