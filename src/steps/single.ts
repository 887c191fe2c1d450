/** The only item of a list. Returns undefined when the list has none or several. */
export function single<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** The item at an ordinal: 1 is the first, -1 the last. */
export function itemAt<T>(items: readonly T[], ordinal: number): T | undefined {
  return items.at(ordinal > 0 ? ordinal - 1 : ordinal);
}
