let changes = 0;

/** A counter that grows with every observed change of the document. */
export function changeCount(): number {
  return changes;
}

export function countChange(): void {
  changes += 1;
}
