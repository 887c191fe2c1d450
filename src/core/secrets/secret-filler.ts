/** Where a secret is about to be typed, as the environment found it just before. */
export interface SecretPlace {
  /** The origin of the frame that owns the field. `null` in a sandboxed frame. */
  origin: string;
  /** What kind of field it is. Undefined for one that must not contain a secret. */
  kind?: SecretFieldKind | undefined;
  /** Why it must not contain one, as a clause: 'it is a search field'. */
  unsuitable?: string | undefined;
}

export const secretFieldKinds = ['password', 'text', 'email', 'tel', 'one-time-code'] as const;
export type SecretFieldKind = (typeof secretFieldKinds)[number];

/** Gives the environment the values of secrets, for one place at a time. */
export interface SecretFiller {
  /** Replaces the references in a text by their values. Throws HandrailError if a secret must not be typed there. */
  fill(text: string, place: SecretPlace): string;
}
