import { vi } from 'vitest';
import { HandrailError } from '../../src/index.js';

/** Returns a function that sets these environment variables to the given values and all others of them to an empty text. */
export const onlyEnv =
  (keys: readonly string[]) =>
  (given: Record<string, string>): void => {
    for (const key of keys) vi.stubEnv(key, given[key] ?? '');
  };

/** The code, message and hint of the error that `make` throws, or its result. */
export function faultOf(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error instanceof HandrailError ? `${error.code}: ${error.message} ${error.hint}` : error;
  }
}
