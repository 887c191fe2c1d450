let changes = 0;

/** Grows whenever the document was seen to change. */
export function changeCount(): number {
  return changes;
}

export function countChange(): void {
  changes += 1;
}
