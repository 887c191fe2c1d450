import type { NewEntry } from '../entry.js';
import { findPasswordBounds, type PasswordBounds } from './secrets-by-position.js';
import { findPasswordFields, findSecrets } from './secrets-in-entry.js';

/** Returns a function that finds the secrets which an entry reveals. It remembers the password fields of earlier entries. */
export function createSecretLearner(): (entry: NewEntry) => string[] {
  const passwordFields = new Set<string>();
  let passwordBounds: PasswordBounds = [];
  return (entry) => {
    for (const field of findPasswordFields(entry)) passwordFields.add(field);
    passwordBounds = findPasswordBounds(entry) ?? passwordBounds;
    return findSecrets(entry, passwordFields, passwordBounds);
  };
}
