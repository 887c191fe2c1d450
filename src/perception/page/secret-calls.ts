import type { SecretPlace } from '../../core/secrets/secret-filler.js';

export type EditResult =
  | { ok: true; before: string; after: string }
  | { ok: false; code: string; message: string; hint?: string };

/** A field of this document that is about to receive a secret. */
export interface FoundSecretPlace extends SecretPlace {
  /** The field takes one character, as each of the boxes for a code does. */
  isOneCharacter: boolean;
}

/** The field, or the focused one. `place` must still be true. */
export interface InsertSecretRequest {
  number?: number;
  text: string;
  clear: boolean;
  place: SecretPlace;
}

export interface SecretCalls {
  describeSecretPlace(request: { number?: number }): FoundSecretPlace;
  insertSecret(request: InsertSecretRequest): EditResult;
}
