/** Prefixes and suffixes that name the kind of a control, not its purpose. */
const kindWords = new Set(
  'btn button txt input field textbox lbl img image ico icon icons ddl chk cb rb sel select div span el elem element id ctl control link anchor js ui the my'.split(
    ' ',
  ),
);

/** Random parts of generated identifiers: digits among letters, long numbers. */
const generated = /\d[a-z]+\d|[a-z]\d+[a-z]|\d{4,}|^[a-f0-9]{6,}$/i;
const maxLength = 40;

/** The words of an identifier: `btnZoomIn`, `zoom_in` and `zoom-in` are "zoom in". Empty for a generated one. */
export function toWords(identifier: string): string {
  if (generated.test(identifier) || identifier.length > maxLength) return '';
  const words = identifier
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const kept = words.filter((word) => (word.length > 1 || /\d/.test(word)) && !kindWords.has(word));
  const text = kept.join(' ');
  return /\p{L}{3}/u.test(text) ? text : '';
}
