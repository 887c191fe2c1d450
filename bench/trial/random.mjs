/**
 * A random number generator with a seed. Two generators with the same seed and name return the same numbers.
 * @param {number} seed @param {string} name
 */
export function createRandom(seed, name) {
  let state = seed;
  for (const letter of name) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;

  /** A number from 0 (inclusive) to 1 (exclusive), by the algorithm mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  return {
    /** An integer from `low` to `high`, both inclusive. @param {number} low @param {number} high */
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => list[Math.floor(next() * list.length)],
    /** A copy of `list` in random order, or its first `count` entries. @template T @param {readonly T[]} list @param {number} [count] @returns {T[]} */
    shuffle(list, count = list.length) {
      const rest = [...list];
      return Array.from({ length: count }, () => rest.splice(Math.floor(next() * rest.length), 1)[0]);
    },
  };
}

/** @typedef {ReturnType<typeof createRandom>} Random */
