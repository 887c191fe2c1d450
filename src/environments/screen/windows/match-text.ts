/** True when both texts are equal, ignoring case and surrounding space. */
export function equalsText(text: string, query: string): boolean {
  return text.trim().toLowerCase() === query.trim().toLowerCase();
}

/** True when `text` contains `query`, ignoring case. */
export function containsText(text: string, query: string): boolean {
  return text.toLowerCase().includes(query.trim().toLowerCase());
}
