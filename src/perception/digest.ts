/**
 * A digest of a text, to recognize a password in a request without passing it around. Equal texts have equal digests; the text cannot be
 * read from it.
 */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    hash = Math.imul(hash ^ code, 0x01000193);
    second = Math.imul(second ^ (code + index), 0x85ebca6b);
  }
  return `${text.length}.${hash >>> 0}.${second >>> 0}`;
}
