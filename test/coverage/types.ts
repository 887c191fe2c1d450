/** A page whose own handlers call `press(key)`. The log of the page is the witness. */
export interface CoveragePage {
  name: string;
  html: string;
  /** The keys that the page logs, separated by spaces. The test presses every point of a grid and must find exactly these. */
  targets: string;
  /** Keys that cannot have an element of their own, because they are drawn: zones of a canvas. An element of the map contains them. */
  drawn?: string;
  /** What the map shows for the element that logs a key. */
  shows?: Record<string, RegExp>;
}

/** Repeats a part of a page: `repeat(3, (index) => …)`. */
export function repeat(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}
