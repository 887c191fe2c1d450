import type { Provider } from './provider.js';

/** Every provider there is: a new one is a line here. */
export const providers: readonly Provider[] = [];
