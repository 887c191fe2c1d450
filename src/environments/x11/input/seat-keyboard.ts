import { setTimeout as delay } from 'node:timers/promises';
import type { Modifier } from '../../../core/action.js';
import { cancelled } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { KeyChord } from '../../../core/keys.js';
import type { XConnection } from '../protocol/connection.js';
import { coreKeyboard, type Xkb } from '../protocol/xkb.js';
import type { Fake } from './devices.js';
import { type KeyMap, type KeyPlace, modifierBits } from './key-map.js';
import { symbolsOf } from './key-symbols.js';
import type { SpareKeys } from './spare-keys.js';

/** A keyboard that types for us. */
export interface SeatKeyboard {
  /** `read` comes back when the program has read what was typed so far. */
  type(text: string, read: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  key(
    chord: KeyChord,
    /** `sent` is called when all keys have gone out, before anyone can have answered. */
    how: { repeat: number; holdMs?: number; phase?: 'down' | 'up'; sent?: () => void },
    read: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Does `work` with modifiers held. */
  holding(modifiers: readonly Modifier[], work: () => Promise<void>): Promise<void>;
  letGo(): void;
}

export interface SeatKeyboardParts {
  x: XConnection;
  xkb: Xkb;
  spare: SpareKeys;
  /** Whose modifiers and layout are switched. */
  keyboard: number;
  /** Keyboards of our own: they are to have the same layout as the person's, because programs read that one. */
  own: readonly number[];
  fake(what: Fake & `key ${string}`, keycode: number): void;
}

/** So many characters go out before it is looked whether to go on. */
const pieceLength = 64;

export function createSeatKeyboard({ x, xkb, spare, keyboard, own, fake }: SeatKeyboardParts): SeatKeyboard {
  const held = new Set<number>();
  let known: KeyMap | undefined;
  let knewSpare = false;
  xkb.onChange(() => {
    known = undefined;
  });

  /** What the keys mean now; ours are made to mean the same. */
  async function layout(): Promise<KeyMap> {
    await x.roundTrip(); // news of another layout come before the answer
    if (known && knewSpare === spare.inUse()) return known; // spare keys may have been given back in between
    const { map, raw } = await xkb.map(coreKeyboard);
    for (const one of own) xkb.copyMap(raw, one);
    known = map;
    knewSpare = spare.inUse();
    return map;
  }

  const placeOf = (map: KeyMap, key: string): KeyPlace | undefined => {
    for (const symbol of symbolsOf(key)) {
      const place = map.place(symbol);
      if (place) return place;
    }
    return undefined;
  };

  const laidOut = (map: KeyMap, key: string): boolean => {
    const place = placeOf(map, key);
    return place !== undefined && !spare.owns(place.keycode);
  };

  /** A layout in which each of these has a key. */
  async function layoutWith(keys: readonly string[], read: () => Promise<void>): Promise<KeyMap> {
    const map = await layout();
    const lacking = keys.filter((key) => !laidOut(map, key));
    if (lacking.length === 0) return map;
    const changed = await spare.give([...new Set(lacking.flatMap((key) => symbolsOf(key)[0] ?? []))], map, read);
    if (!changed) return map;
    known = undefined;
    return layout();
  }

  const down = (keycode: number) => {
    fake('key down', keycode);
    held.add(keycode);
  };
  const up = (keycode: number) => {
    fake('key up', keycode);
    held.delete(keycode);
  };

  const modifierKey = (map: KeyMap, key: string): number => {
    const place = placeOf(map, key);
    if (!place) throw new HandrailError('unknown_key', `The keyboard layout has no key ${key}.`);
    return place.keycode;
  };

  /** Holds what a place takes, as keys where there are such keys, and gives back how to let go. */
  function reach(map: KeyMap, place: KeyPlace): () => void {
    const pressed: number[] = [];
    let left = place.modifiers;
    for (const code of held) left &= ~map.modifiersOf(code);
    for (const key of ['Shift', 'AltGraph']) {
      const keycode = placeOf(map, key)?.keycode;
      const bits = keycode === undefined ? 0 : map.modifiersOf(keycode);
      if (keycode === undefined || (left & bits) === 0) continue;
      fake('key down', keycode);
      pressed.unshift(keycode);
      left &= ~bits;
    }
    if (left) xkb.lock(keyboard, { affect: left, on: left });
    return () => {
      if (left) xkb.lock(keyboard, { affect: left, on: 0 });
      for (const code of pressed) fake('key up', code);
    };
  }

  /** Does `work` with capitals switched off and the layout free to change; afterwards both are as before. */
  async function plainly(work: (useGroup: (group: number) => void) => Promise<void>): Promise<void> {
    const before = await xkb.state(keyboard);
    let group = before.lockedGroup;
    const capitals = before.lockedModifiers & modifierBits.lock;
    if (capitals) xkb.lock(keyboard, { affect: modifierBits.lock, on: 0 });
    try {
      await work((wanted) => {
        if (wanted !== group) xkb.lock(keyboard, { affect: 0, on: 0 }, wanted);
        group = wanted;
      });
    } finally {
      const modifiers = { affect: capitals, on: capitals };
      if (capitals || group !== before.lockedGroup) xkb.lock(keyboard, modifiers, before.lockedGroup);
      await x.roundTrip();
    }
  }

  function stroke(map: KeyMap, place: KeyPlace, useGroup: (group: number) => void): void {
    useGroup(place.group);
    const letGoOf = reach(map, place);
    fake('key down', place.keycode);
    fake('key up', place.keycode);
    letGoOf();
  }

  return {
    async type(text, read, signal) {
      const characters = (text.match(/\r\n|[\s\S]/gu) ?? []).map((part) => (part === '\r\n' ? '\n' : part));
      await plainly(async (useGroup) => {
        let rest = characters;
        while (rest.length > 0) {
          const map = await layout();
          const fitting = prefix(rest, spare.room(map), (key) => laidOut(map, key));
          if (fitting === 0) {
            throw new HandrailError('unsupported', `The keyboard has no key for "${rest[0]}", and none to spare.`);
          }
          const piece = rest.slice(0, fitting);
          const full = await layoutWith([...new Set(piece)], read);
          for (const [index, character] of piece.entries()) {
            const place = placeOf(full, character);
            if (!place) throw new HandrailError('unknown_key', `The keyboard cannot type "${character}".`);
            stroke(full, place, useGroup);
            if (index % pieceLength !== pieceLength - 1) continue;
            await x.roundTrip();
            if (signal?.aborted) throw cancelled(signal);
          }
          rest = rest.slice(fitting);
        }
      });
    },
    async key(chord, { repeat, holdMs, phase, sent }, read, signal) {
      const map = await layoutWith([chord.key], read);
      const modifiers = chord.modifiers.map((modifier) => modifierKey(map, modifier));
      const place = placeOf(map, chord.key);
      if (!place) throw new HandrailError('unknown_key', `The keyboard layout has no key ${chord.key}.`);
      if (phase === 'up') {
        for (const code of [place.keycode, ...modifiers.reverse()]) up(code);
        return x.roundTrip();
      }
      const added = modifiers.filter((code) => !held.has(code));
      for (const code of added) down(code);
      if (phase === 'down') {
        down(place.keycode);
        return x.roundTrip();
      }
      const isCharacter = chord.key.length === 1 && chord.modifiers.length === 0;
      const press = async (useGroup: (group: number) => void) => {
        for (let turn = 0; turn < repeat; turn += 1) {
          if (signal?.aborted) throw cancelled(signal);
          useGroup(place.group);
          const letGoOf = reach(map, place);
          down(place.keycode);
          try {
            if (holdMs) await pause(holdMs, signal);
          } finally {
            up(place.keycode);
            letGoOf();
          }
        }
      };
      try {
        if (isCharacter || place.group > 0) await plainly(press);
        else await press(() => undefined);
      } finally {
        for (const code of added.reverse()) up(code);
        sent?.();
        await x.roundTrip();
      }
    },
    async holding(modifiers, work) {
      const map = await layout();
      const added = modifiers.map((modifier) => modifierKey(map, modifier)).filter((code) => !held.has(code));
      for (const code of added) down(code);
      try {
        await work();
      } finally {
        for (const code of added.reverse()) up(code);
        await x.roundTrip();
      }
    },
    letGo() {
      for (const code of [...held]) up(code);
    },
  };
}

/** How many of the characters can be typed with `room` spare places. */
function prefix(characters: readonly string[], room: number, known: (key: string) => boolean): number {
  const lacking = new Set<string>();
  for (const [index, character] of characters.entries()) {
    if (known(character)) continue;
    lacking.add(character);
    if (lacking.size > room) return index;
  }
  return characters.length;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? cancelled(signal) : error;
  }
}
