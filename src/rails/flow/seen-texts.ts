import { fold } from './fold-text.js';
import { isSameSite, type Origin } from './origin.js';

/** All texts of a session together. Above it, the oldest are forgotten, many at once. */
const maxCharacters = 300_000;
const keptCharacters = 200_000;
const maxTextCharacters = 20_000;
/** No part of a shorter text can be found again. */
const minTextCharacters = 8;

interface SeenText {
  text: string;
  /** Set on the first comparison. */
  folded?: string;
}

/** The texts that were read at each origin. Noting one costs a look into a table. */
export interface SeenTexts {
  note(origin: Origin, text: string): void;
  /** The folded texts of all origins but these, with theirs. */
  otherThan(known: readonly Origin[]): Iterable<{ origin: Origin; folded: string; original: string }>;
  /** The folded texts of these origins. */
  of(origins: readonly Origin[]): Iterable<string>;
}

export function createSeenTexts(): SeenTexts {
  const byOrigin = new Map<Origin, Map<string, SeenText>>();
  let characters = 0;

  function forgetOldest(): void {
    for (const [origin, texts] of byOrigin) {
      for (const text of texts.keys()) {
        if (characters <= keptCharacters) return;
        texts.delete(text);
        characters -= text.length;
      }
      byOrigin.delete(origin);
    }
  }

  function* select(
    isWanted: (origin: Origin) => boolean,
  ): Generator<{ origin: Origin; folded: string; original: string }> {
    for (const [origin, texts] of byOrigin) {
      if (!isWanted(origin)) continue;
      for (const seen of texts.values()) {
        seen.folded ??= fold(seen.text);
        if (seen.folded.length >= minTextCharacters) yield { origin, folded: seen.folded, original: seen.text };
      }
    }
  }

  return {
    note(origin, whole) {
      if (whole.length < minTextCharacters) return;
      const texts = byOrigin.get(origin) ?? new Map<string, SeenText>();
      const text = whole.slice(0, maxTextCharacters);
      if (texts.has(text)) return;
      byOrigin.set(origin, texts);
      texts.set(text, { text });
      characters += text.length;
      if (characters > maxCharacters) forgetOldest();
    },
    otherThan: (known) => select((origin) => !known.some((one) => isSameSite(one, origin))),
    *of(origins) {
      for (const { folded } of select((origin) => origins.some((one) => isSameSite(one, origin)))) yield folded;
    },
  };
}
