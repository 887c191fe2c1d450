/** What the names of options come to for the words someone gave. */
export type Match<T> = { kind: 'one'; option: T } | { kind: 'several'; options: T[] } | { kind: 'none' };

/** How far a name may be from the words: the same, a beginning, or anywhere in it. */
export type Reach = 'same' | 'begins' | 'holds';

/** Without case, accents and doubled spaces. */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The option that is meant: the same name first, then the only one that begins with the words, then the only one that holds them. */
export function matchOption<T extends { name: string }>(options: readonly T[], asked: string, reach: Reach): Match<T> {
  const wanted = plainText(asked);
  if (wanted === '') return { kind: 'none' };
  const tests: ((name: string) => boolean)[] = [
    (name) => name.trim() === asked.trim(),
    (name) => plainText(name) === wanted,
  ];
  if (reach !== 'same') tests.push((name) => plainText(name).startsWith(wanted));
  if (reach === 'holds') tests.push((name) => plainText(name).includes(wanted) && !isEcho(plainText(name), wanted));
  for (const test of tests) {
    const fitting = options.filter(({ name }) => test(name));
    const [only] = fitting;
    if (only && fitting.length === 1) return { kind: 'one', option: only };
    if (fitting.length > 1) return { kind: 'several', options: fitting };
  }
  return { kind: 'none' };
}

/** `No results for "Atlantis"`, `Create Atlantis`: the list says one's words back. */
function isEcho(name: string, wanted: string): boolean {
  if (/^(?:add|create|new|no|nothing|search|use)\b/.test(name)) return true;
  const at = name.indexOf(wanted);
  return /["“”'‘’«»]/.test(name[at - 1] ?? '');
}

/** Names for a sentence. */
export function listNames(names: readonly string[], most = 25): string {
  const told = names.slice(0, most).map((name) => name.replace(/\s+/g, ' ').trim().slice(0, 60));
  return names.length > most ? `${told.join(', ')} and ${names.length - most} more` : told.join(', ');
}
